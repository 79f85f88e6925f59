import type { TFunction } from "i18next";
import type { PaymentInMail } from "~/lib/db/mail-to";
import { formatAmount } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";
import type { Entry } from "./entries-queries.server";
import { feeOfEntry } from "./fees";

interface Flags {
	readonly accepted: boolean;
	readonly isReserve: boolean;
	readonly paid: boolean;
}

/** Whether the entry has to pay. Waiting entries and reserves have nothing to pay yet. */
export function isPaymentDue({ accepted, isReserve, paid }: Flags): boolean {
	return accepted && !isReserve && !paid;
}

/** What is to be paid. The page of the entry shows the same as its mails. */
export type EntryPayment = PaymentInMail;

/**
 * The year and the entry's number, padded to four digits: `20250042`. Null unless the number is whole and from 1 to
 * 999,999: a symbol has at most ten digits.
 */
export function variableSymbol(year: number, entryNumber: number): string | null {
	if (!Number.isInteger(entryNumber) || entryNumber < 1 || entryNumber > 999_999) return null;
	return `${year}${String(entryNumber).padStart(4, "0")}`;
}

/** Returns null before the entry is accepted, for a reserve, for a paid entry, and in an edition that takes no payments. */
export function paymentOf(
	edition: Pick<Edition, "year" | "title" | "payment" | "fees">,
	entry: Pick<Entry, "number" | "accepted" | "isReserve" | "paid" | "startNumber" | "user"> &
		Parameters<typeof feeOfEntry>[1],
): EntryPayment | null {
	const { year, title, payment } = edition;
	const symbol = variableSymbol(year, entry.number);
	const fee = feeOfEntry(edition, entry);
	if (!payment || !fee || !symbol || !isPaymentDue(entry)) return null;
	const { iban, recipient } = payment;
	return {
		iban: iban.replace(/\s/g, "").replace(/.{4}(?=.)/g, "$& "),
		...fee,
		recipient,
		variableSymbol: symbol,
		message: `${title} ${entry.startNumber} ${entry.user.surname}`,
	};
}

/** The payment as text, on the page and in mails. */
export function paymentRows(
	payment: EntryPayment,
	t: TFunction,
	language: Language,
): readonly (readonly [name: string, value: string])[] {
	return [
		[t("registration.payment.amount"), formatAmount(payment.amount, payment.currency, language)],
		[t("registration.payment.iban"), payment.iban],
		[t("registration.payment.recipient"), payment.recipient],
		[t("registration.payment.variableSymbol"), payment.variableSymbol],
		[t("registration.payment.message"), payment.message],
	];
}
