import type { TFunction } from "i18next";
import type { PaymentInMail } from "~/lib/db/mail-to";
import { middayOf, pragueDate } from "~/lib/editions/prague-time";
import { formatDayOf } from "~/lib/i18n/format-dates";
import { formatAmount } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";
import type { Entry } from "./entries-queries.server";
import { feeOfEntry, toCents } from "./fees";

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

/** The Czech or Slovak number of an account, as `19-2000145399/0800`; null for accounts elsewhere. */
export function domesticAccount(iban: string): string | null {
	const [, bank, prefix = "", number = ""] = /^(?:CZ|SK)\d\d(\d{4})(\d{6})(\d{10})$/.exec(iban) ?? [];
	if (!bank) return null;
	const digits = (text: string) => text.replace(/^0+/, "");
	return `${[digits(prefix), digits(number)].filter(Boolean).join("-")}/${bank}`;
}

type Paying = Pick<Edition, "year" | "title" | "payment" | "fees">;
type Charged = Parameters<typeof feeOfEntry>[1] & Pick<Entry, "paid" | "received">;

/** What an entry owes, what of it has come, and what is open, in the currency of the fee. Null in an edition that takes no payments. */
export function balanceOf(edition: Paying, entry: Charged) {
	const fee = feeOfEntry(edition, entry);
	if (!fee) return null;
	const open = entry.paid ? 0 : Math.max(0, toCents(fee.amount - entry.received));
	return { ...fee, received: entry.paid ? Math.max(fee.amount, entry.received) : entry.received, open };
}

/** Returns null before the entry is accepted, for a reserve, for a paid entry, and in an edition that takes no payments. */
export function paymentOf(
	edition: Paying,
	entry: Charged & Pick<Entry, "number" | "accepted" | "isReserve" | "startNumber" | "user">,
): EntryPayment | null {
	const { year, title, payment } = edition;
	const symbol = variableSymbol(year, entry.number);
	const balance = balanceOf(edition, entry);
	if (!payment || !balance || !symbol || !isPaymentDue(entry)) return null;
	const { amount, currency, euro, open, received } = balance;
	const { recipient, dueOn } = payment;
	return {
		...accountOf(payment),
		account: domesticAccount(payment.iban),
		amount: open,
		received,
		currency,
		recipient,
		variableSymbol: symbol,
		message: `${title} ${entry.startNumber} ${entry.user.surname}`,
		dueOn: dueOn && pragueDate(entry.createdAt) <= dueOn ? dueOn : null,
		euro:
			payment.euro && euro ? { ...accountOf(payment.euro), amount: toCents((euro * open) / amount) } : null,
	};
}

function accountOf({ iban, bic }: { readonly iban: string; readonly bic?: string | undefined }) {
	return { iban: iban.replace(/.{4}(?=.)/g, "$& "), bic: bic ?? null };
}

/** A line of what is to be paid. */
export interface PaymentLine {
	readonly name: string;
	readonly value: string;
	/** What a form of a bank takes; null for what it does not ask for. */
	readonly copied: string | null;
}

interface Words {
	readonly t: TFunction;
	readonly language: Language;
}

/** The payment as text, on the page and in mails. */
export function paymentLines(payment: EntryPayment, { t, language }: Words): readonly PaymentLine[] {
	const { amount, currency, received, dueOn, account, iban, bic, recipient, message } = payment;
	const line = (name: string, value: string | null | undefined, copied: string | null = value ?? null) =>
		value ? [{ name: t(`registration.payment.${name}`), value, copied }] : [];
	return [
		...line("amount", formatAmount(amount, currency, language), String(amount)),
		...line("received", received ? formatAmount(received, currency, language) : null, null),
		...line("dueOn", dueOn && formatDayOf(middayOf(dueOn), language), null),
		...line("account", account),
		...line("iban", iban, iban.replaceAll(" ", "")),
		...line("bic", bic),
		...line("recipient", recipient),
		...line("variableSymbol", payment.variableSymbol),
		...line("message", message),
	];
}

/** The text of a payment in euro, which knows no variable symbol. */
export function euroMessage({ variableSymbol: symbol, message }: EntryPayment): string {
	return `VS ${symbol} ${message}`;
}

/** The payment in euro as text; none where the edition has no account in euro. */
export function euroLines(payment: EntryPayment, { t, language }: Words): readonly PaymentLine[] {
	const { euro, recipient, dueOn } = payment;
	if (!euro) return [];
	const line = (name: string, value: string, copied: string | null = value) => ({
		name: t(`registration.payment.${name}`),
		value,
		copied,
	});
	return [
		line("amount", formatAmount(euro.amount, "EUR", language), String(euro.amount)),
		...(dueOn ? [line("dueOn", formatDayOf(middayOf(dueOn), language), null)] : []),
		line("iban", euro.iban, euro.iban.replaceAll(" ", "")),
		...(euro.bic ? [line("bic", euro.bic)] : []),
		line("recipient", recipient),
		line("message", euroMessage(payment)),
	];
}
