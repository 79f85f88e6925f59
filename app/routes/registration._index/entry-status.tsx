import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { type EntryPayment, paymentRows } from "~/lib/registrations/payment";
import type { Standing } from "~/lib/registrations/standing";

const tones: Record<Standing, string> = {
	waiting: "notice-info",
	reserve: "notice-warning",
	"to-pay": "notice-warning",
	paid: "notice-success",
	accepted: "notice-success",
};

/** @param place among the reserves of the class */
export function EntryStatus({ standing, place }: { readonly standing: Standing; readonly place: number }) {
	const { t } = useTranslation();
	return (
		<section className={`notice ${tones[standing]}`} aria-labelledby="entry-status">
			<p className="notice-title" id="entry-status">
				{t(`registration.status.${standing}.title`, { place })}
			</p>
			<p>{t(`registration.status.${standing}.next`)}</p>
		</section>
	);
}

interface PaymentBoxProps {
	readonly payment: EntryPayment;
	/** Of the picture; null for a payment without a QR code. */
	readonly code: string | null;
}

/** The QR code for a banking app, and the same data as text. */
export function PaymentBox({ payment, code }: PaymentBoxProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	return (
		<section className="card payment mb-6" aria-labelledby="payment">
			<h2 id="payment">{t("registration.payment.title")}</h2>
			{code && <img src={code} alt={t("registration.payment.code")} width="220" height="246" />}
			<dl className="facts">
				{paymentRows(payment, t, language).map(([name, value]) => (
					<Fragment key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</Fragment>
				))}
			</dl>
		</section>
	);
}
