import type { Entry } from "~/lib/registrations/registrations-queries.server";
import type { Edition } from "~editions/schema";
import { paymentCodeSvg } from "./payment-code";
import { spaydText, variableSymbol } from "./spayd";

export interface EntryPayment {
	/** In groups of four. */
	readonly iban: string;
	readonly amount: number;
	/** ISO 4217. */
	readonly currency: string;
	readonly recipient: string;
	readonly variableSymbol: string;
	readonly message: string;
	/** Data address of the QR code; null for currencies other than the crown. */
	readonly code: string | null;
}

/**
 * Null before the entry is accepted, for a reserve, for a paid entry, and in an edition that takes no payments.
 * @param label accessible name of the QR code
 */
export function paymentOf(
	{ year, title, payment }: Pick<Edition, "year" | "title" | "payment">,
	entry: Pick<Entry, "number" | "accepted" | "isReserve" | "paid" | "startNumber" | "user">,
	label: string,
): EntryPayment | null {
	const symbol = variableSymbol(year, entry.number);
	if (!payment || !symbol || !entry.accepted || entry.isReserve || entry.paid) return null;
	const { iban, amount, currency, recipient } = payment;
	const message = `${title} ${entry.startNumber} ${entry.user.surname}`;
	const spayd = spaydText({ iban, amount, variableSymbol: symbol, message });
	const hasCode = currency === "CZK" && spayd.ok;
	return {
		iban: iban.replace(/.{4}(?=.)/g, "$& "),
		amount,
		currency,
		recipient,
		variableSymbol: symbol,
		message,
		code: hasCode ? `data:image/svg+xml,${encodeURIComponent(paymentCodeSvg(spayd.text, label))}` : null,
	};
}
