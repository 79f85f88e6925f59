import { useTranslation } from "react-i18next";
import type { Receipt } from "~/lib/igc/upload-receipt";
import { ReceiptCard } from "./receipt-card";

/** The receipt of an upload made before this page; its address can be kept and printed. */
export function ReceiptSection({ receipt }: { readonly receipt: Receipt }) {
	const { t } = useTranslation();
	return (
		<section className="stack" aria-labelledby="receipt-title">
			<h2 id="receipt-title">{t("igc.receipt.title")}</h2>
			<ReceiptCard receipt={receipt} />
		</section>
	);
}
