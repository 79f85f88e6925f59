import type { TFunction } from "i18next";
import { addDays, middayOf, pragueDate } from "~/lib/editions/prague-time";
import { formatDayOf } from "~/lib/i18n/format-dates";
import { formatAmount } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Fee } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { Entry } from "./entries-queries.server";

type Fees = Pick<Edition, "payment" | "fees">;

/** A fee, and the last local date of who enters for it; null for the last fee. */
interface Tier {
	readonly amount: number;
	readonly until: string | null;
}

/** The fees of a class in the order in which they hold. */
function tiersOf({ payment, fees }: Fees, classType: string): readonly Tier[] {
	if (!payment) return [];
	const { early, usual = payment.amount, late } = fees?.byClass[classType] ?? {};
	const [earlyUntil, lateFrom] = [fees?.earlyUntil, fees?.lateFrom];
	return [
		...(early && earlyUntil ? [{ amount: early, until: earlyUntil }] : []),
		{ amount: usual, until: late && lateFrom ? addDays(lateFrom, -1) : null },
		...(late && lateFrom ? [{ amount: late, until: null }] : []),
	];
}

function holdsOn(date: string) {
	return ({ until }: Tier) => until === null || date <= until;
}

/** What an entry into a class costs. Null in an edition that takes no payments. @param sent when the entry was first sent */
export function feeOf(edition: Fees, classType: string, sent: Date): Fee | null {
	const tier = tiersOf(edition, classType).find(holdsOn(pragueDate(sent)));
	const { payment, fees } = edition;
	if (!tier || !payment) return null;
	const { amount } = tier;
	const euro = payment.euro && toCents((amount * payment.euro.amount) / payment.amount);
	return { amount, currency: payment.currency, person: fees?.person, night: fees?.night, euro };
}

type Charged = Pick<Entry, "fee" | "createdAt" | "quantity" | "nights" | "competitionClass">;

interface Owed extends Pick<Fee, "amount" | "currency"> {
	/** The amount in euro; null where the edition has no account in euro. */
	readonly euro: number | null;
}

/** The fee that an entry owes, before and after it is paid: what it costs since it was sent, and the persons that it brings. */
export function feeOfEntry(edition: Fees, entry: Charged): Owed | null {
	const { payment } = edition;
	if (!payment) return null;
	const fee = entry.fee ?? feeOf(edition, entry.competitionClass.type, entry.createdAt);
	if (!fee) return null;
	const { currency, person = 0, night = 0 } = fee;
	const amount = fee.amount + entry.quantity * (person + night * (entry.nights ?? 0));
	// An entry from before the account in euro, or in another currency since, owes what the settings say now.
	const ratio = payment.euro && (fee.euro ? fee.euro / fee.amount : payment.euro.amount / payment.amount);
	return { amount, currency, euro: ratio ? toCents(amount * ratio) : null };
}

/** Upwards, so that what is paid in another currency covers the fee. The hundredth of a cent is no part of any amount. */
export function toCents(amount: number): number {
	return Math.ceil(Number((amount * 100).toFixed(2))) / 100;
}

/** Whether nights cost something. */
export function chargesNights({ payment, fees }: Fees): boolean {
	return payment !== null && fees?.night !== undefined;
}

interface Words {
	readonly t: TFunction;
	readonly language: Language;
}

/** An amount, and what it is in euro where the edition has an account in euro: "CZK 2,500 (€100)". */
function owedInWords({ amount, currency, euro }: Owed, language: Language): string {
	const text = formatAmount(amount, currency, language);
	return euro === null ? text : `${text} (${formatAmount(euro, "EUR", language)})`;
}

/** An amount of the settings, see {@link owedInWords}. */
function amountInWords({ payment }: Pick<Fees, "payment">, amount: number, language: Language): string {
	if (!payment) return "";
	const { currency, euro } = payment;
	const inEuro = euro ? toCents((amount * euro.amount) / payment.amount) : null;
	return owedInWords({ amount, currency, euro: inEuro }, language);
}

/** The fees of a class that hold now and later: "CZK 2,000 until 30 April, then CZK 2,500". */
function feesOfClass(edition: Fees, classType: string, now: Date, { t, language }: Words): string {
	const tiers = tiersOf(edition, classType).filter(holdsOn(pragueDate(now)));
	return tiers
		.map(({ amount, until }, index) => {
			const text = amountInWords(edition, amount, language);
			const day = until && formatDayOf(middayOf(until), language);
			return [index > 0 ? t("fee.then", { amount: text }) : text, day && t("fee.until", { day })]
				.filter(Boolean)
				.join(" ");
		})
		.join(", ");
}

/**
 * What classes cost, in words, with what persons and nights add. Null in an edition that takes no payments.
 * @param entry one that has been sent: its class costs what it owes
 */
export function feesInWords(
	edition: Fees & Pick<Edition, "classes">,
	now: Date,
	words: Words,
	entry: Charged | null = null,
) {
	const { t, language } = words;
	const { payment, fees } = edition;
	if (!payment) return null;
	const said = (key: string, amount: number | undefined) =>
		amount ? [t(key, { amount: amountInWords(edition, amount, language) })] : [];
	const owed = entry && feeOfEntry(edition, entry);
	return {
		classes: edition.classes.map(({ type, name }) => ({
			type,
			name: name[language],
			text:
				owed && entry.competitionClass.type === type
					? owedInWords(owed, language)
					: feesOfClass(edition, type, now, words),
		})),
		extras: [...said("fee.person", fees?.person), ...said("fee.night", fees?.night)],
		hasNights: chargesNights(edition),
	};
}

export type FeesInWords = NonNullable<ReturnType<typeof feesInWords>>;
