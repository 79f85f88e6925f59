import type { TFunction } from "i18next";
import { type EntryPayment, euroLines, type PaymentLine, paymentLines } from "~/lib/entries/payment";
import { type PaymentCodeKind, paymentCode, paymentCodeText } from "~/lib/entries/payment-qr-code";
import type { Language } from "~/lib/i18n/language";

/** An account to which the fee can be paid. */
export interface PaymentWay {
	readonly kind: PaymentCodeKind;
	readonly title: string;
	/** Data address of the QR code; null for a payment without one. */
	readonly code: string | null;
	/** What the picture says to who does not see it. */
	readonly alt: string;
	readonly lines: readonly PaymentLine[];
}

/** The accounts of the edition. An account in euro has a code of its own, also when it is the only one. */
export function paymentWays(
	payment: EntryPayment,
	words: { readonly t: TFunction; readonly language: Language },
): readonly PaymentWay[] {
	const { t } = words;
	const way = (kind: PaymentCodeKind, title: string, lines: readonly PaymentLine[]): PaymentWay => {
		const alt = t(`registration.payment.code.${kind}`);
		return { kind, title, alt, code: paymentCode(payment, kind, alt), lines };
	};
	const hasEuro = paymentCodeText(payment, "epc") !== null;
	const title = hasEuro ? t("registration.payment.inCurrency", { currency: payment.currency }) : "";
	return [
		way("spayd", title, paymentLines(payment, words)),
		...(hasEuro ? [way("epc", t("registration.payment.inEuro"), euroLines(payment, words))] : []),
	];
}
