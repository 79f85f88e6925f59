import { and, count, eq, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { TFunction } from "i18next";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { hasPolicy } from "~/lib/editions/admission";
import { foldedColumn } from "~/lib/entries/check-entry.server";
import { type EntryPayment, euroLines, type PaymentLine, paymentLines } from "~/lib/entries/payment";
import { type PaymentCodeKind, paymentCode, paymentCodeText } from "~/lib/entries/payment-qr-code";
import { readPlaces } from "~/lib/entries/places/places-queries.server";
import { reserveQueue } from "~/lib/entries/reserve-queue";
import type { Language } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
import { registrations } from "~db/schema";

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

/**
 * The place of a competitor's own entry among those who wait; null for one that does not wait.
 * @param reserves the accepted reserves of the class
 */
export async function placeInQueue(
	ctx: Ctx,
	id: string,
	reserves: Parameters<typeof reserveQueue>[0],
): Promise<number | null> {
	if (!hasPolicy(ctx.edition)) return reserveQueue(reserves).get(id) ?? null;
	const { waiting } = await readPlaces(ctx);
	return waiting.find(({ entry }) => entry.id === id)?.queuePlace ?? null;
}

const own = alias(registrations, "own");

/** Selects the accepted reserves of the class of a user's own entry, in no order. */
export function reservesOfOwnClass(db: Db, userId: string) {
	return db
		.select(pick(registrations, "id", "createdAt", "number"))
		.from(own)
		.innerJoin(registrations, isAcceptedInOwnClass(eq(registrations.isReserve, true)))
		.where(eq(own.userId, userId));
}

/** The number of other accepted entries of the same class that have the start number of a user's own entry. */
export function sameNumberAccepted(db: Db, userId: string) {
	const hasNumber = eq(foldedColumn(registrations.startNumber), foldedColumn(own.startNumber));
	return db
		.select({ entries: count(registrations.id) })
		.from(own)
		.innerJoin(registrations, isAcceptedInOwnClass(ne(registrations.id, own.id), hasNumber))
		.where(eq(own.userId, userId));
}

/** Condition: an entry is an accepted one of the class of the user's `own` entry. @param which further conditions, which may compare them */
function isAcceptedInOwnClass(...which: readonly SQL[]) {
	return and(
		eq(registrations.competitionClassId, own.competitionClassId),
		eq(registrations.accepted, true),
		...which,
	);
}
