import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import type { EntryPayment } from "./payment.server";
import type { Standing } from "./standing";

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

/** The QR code for a banking app, and the same data as text. */
export function PaymentBox({ payment }: { readonly payment: EntryPayment }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const amount = new Intl.NumberFormat(language === "cs" ? "cs" : "en-GB", {
		style: "currency",
		currency: payment.currency,
		minimumFractionDigits: Number.isInteger(payment.amount) ? 0 : 2,
	}).format(payment.amount);
	return (
		<section className="card payment mb-6" aria-labelledby="payment">
			<h2 id="payment">{t("registration.payment.title")}</h2>
			{payment.code && (
				<img src={payment.code} alt={t("registration.payment.code")} width="220" height="246" />
			)}
			<dl className="facts">
				<dt>{t("registration.payment.amount")}</dt>
				<dd>{amount}</dd>
				<dt>{t("registration.payment.iban")}</dt>
				<dd>{payment.iban}</dd>
				<dt>{t("registration.payment.recipient")}</dt>
				<dd>{payment.recipient}</dd>
				<dt>{t("registration.payment.variableSymbol")}</dt>
				<dd>{payment.variableSymbol}</dd>
				<dt>{t("registration.payment.message")}</dt>
				<dd>{payment.message}</dd>
			</dl>
		</section>
	);
}
