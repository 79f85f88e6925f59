import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx, StaffCtx, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, wasSentBefore } from "~/lib/db/form-key.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { complaints } from "~/lib/forms/fields";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { type Fee, payments, registrations, users } from "~db/schema";
import { type Entry, entryById, selectEntries } from "./entries-queries.server";
import { feeOf, feeOfEntry } from "./fees";
import type { paymentSchema } from "./payment-schema";

const isOf = (registrationId: string) =>
	and(eq(payments.registrationId, registrationId), isNull(payments.cancelledAt));

/** Less than a cent, in which sums of decimals differ. */
const rounding = 0.005;

/**
 * Statement: an entry with payments is paid when they cover its fee, as it stands when the statement runs. An entry without a payment
 * keeps what was said of it.
 * @param fee what an entry costs that has not kept its fee; null in an edition that takes no payments
 */
export function settlePaid(db: Db, registrationId: string, fee: Fee | null) {
	const kept = sql`coalesce(${registrations.fee}, ${JSON.stringify(fee)})`;
	const of = (name: keyof Fee) => sql`coalesce(json_extract(${kept}, ${`$.${name}`}), 0)`;
	const { quantity, nights } = registrations;
	const due = sql`json_extract(${kept}, '$.amount') + ${quantity} * (${of("person")} + ${of("night")} * coalesce(${nights}, 0))`;
	const all = sql`FROM ${payments} AS piece WHERE piece.registration_id = ${registrations.id}`;
	const counts = sql`${all} AND piece.cancelled_at IS NULL`;
	const covers = sql<boolean>`(EXISTS (SELECT 1 ${counts} AND piece.counted IS NULL)
		OR coalesce((SELECT coalesce(sum(piece.counted), 0) ${counts}) + ${rounding} >= ${due}, 0))`;
	return db
		.update(registrations)
		.set({ paid: covers })
		.where(and(eq(registrations.id, registrationId), sql`EXISTS (SELECT 1 ${all})`));
}

const feeOfRow = ({ edition }: Pick<Ctx, "edition">, { competitionClass, createdAt }: Entry) =>
	feeOf(edition, competitionClass.type, createdAt);

/**
 * Statements that make an entry paid or unpaid, beside its flag: what is open comes as one payment, or every payment is cancelled. In an
 * edition that takes no payments the payment has no amount.
 */
export function markPaid(ctx: UserCtx, entry: Entry, paid: boolean) {
	const { db, now, actor, edition } = ctx;
	if (!paid)
		return [db.update(payments).set({ cancelledAt: now, cancelledBy: actor.id }).where(isOf(entry.id))];
	const fee = feeOfEntry(edition, entry);
	const rest =
		fee &&
		sql<number>`max(0, ${fee.amount} - (SELECT coalesce(sum(counted), 0) FROM payments WHERE registration_id = ${entry.id} AND cancelled_at IS NULL))`;
	return [
		db.insert(payments).values({
			id: crypto.randomUUID(),
			registrationId: entry.id,
			amount: rest,
			currency: fee?.currency ?? null,
			counted: rest,
			receivedOn: pragueDate(now),
			how: "marked",
			...{ enteredBy: actor.id, enteredAt: now },
		}),
	];
}

/**
 * What an amount pays of a fee, in the currency of the fee. Null for a currency that it cannot be paid in, and in an edition that takes
 * no payments.
 */
function countedOf(fee: ReturnType<typeof feeOfEntry>, amount: number, currency: string | undefined) {
	if (!fee) return null;
	if ((currency ?? fee.currency) === fee.currency) return { currency: fee.currency, counted: amount };
	if (currency !== "EUR" || fee.euro === null) return null;
	return { currency, counted: Number(((amount * fee.amount) / fee.euro).toFixed(2)) };
}

/** Enters a payment. @param formKey random key of the form: sent again, it enters nothing */
export async function enterPayment(
	ctx: StaffCtx<"payments">,
	registrationId: string,
	{ amount, currency, receivedOn, how, note }: z.infer<typeof paymentSchema>,
	formKey: string | null,
): Promise<Result<null, "not-found" | "invalid-fields">> {
	const { db, now, actor, edition } = ctx;
	const [entry] = await entryById(db, registrationId);
	if (!entry) return refuse("not-found");
	if (receivedOn > pragueDate(now)) return refuse("invalid-fields", { receivedOn: "payments.future" });
	const counted = countedOf(feeOfEntry(edition, entry), amount, currency);
	if (!counted) return refuse("invalid-fields", { currency: complaints.choice });
	const id = crypto.randomUUID();
	const came = { amount, currency: counted.currency, receivedOn, how };
	const committed = await commit(ctx, {
		statements: [
			...consumeFormKey(ctx, formKey, id),
			db
				.insert(payments)
				.values({ id, registrationId, ...came, ...counted, note, enteredBy: actor.id, enteredAt: now }),
			settlePaid(db, registrationId, feeOfRow(ctx, entry)),
		],
		audit: { action: "payment.enter", subjectId: registrationId, after: came },
		// Lists and the API say who has paid.
		visible: true,
	});
	if (!committed.ok && !wasSentBefore(committed)) throw new Error("a payment was not written");
	return done(null);
}

/** Cancels a payment that was entered by mistake. The row stays. */
export async function cancelPayment(
	ctx: StaffCtx<"payments">,
	registrationId: string,
	id: string,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now, actor } = ctx;
	const [entry] = await entryById(db, registrationId);
	const [payment] = await db.select().from(payments).where(eq(payments.id, id));
	if (!entry || payment?.registrationId !== registrationId) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(payments)
					.set({ cancelledAt: now, cancelledBy: actor.id })
					.where(and(isOf(registrationId), eq(payments.id, id))),
			),
			settlePaid(db, registrationId, feeOfRow(ctx, entry)),
		],
		audit: {
			action: "payment.cancel",
			subjectId: registrationId,
			before: pick(payment, "amount", "currency", "receivedOn", "how"),
		},
		visible: true,
	});
	return committed.ok ? done(null) : refuse("stale");
}

/** Selects the payments of an entry, the first one first, with the names of who entered them. */
export function paymentsOfEntry(db: Db, registrationId: string) {
	return db
		.select({
			...pick(payments, "id", "amount", "currency", "receivedOn", "how", "note", "cancelledAt"),
			by: { name: users.name, surname: users.surname },
		})
		.from(payments)
		.leftJoin(users, eq(users.id, payments.enteredBy))
		.where(eq(payments.registrationId, registrationId))
		.orderBy(asc(payments.receivedOn), asc(payments.enteredAt));
}

/** Statements: entries that were sent before entries kept their fees keep what they owe, before it changes. */
export async function keepFees({ db, edition }: Pick<Ctx, "db" | "edition">) {
	const isWithout = isNull(registrations.fee);
	const entries = await selectEntries(db).where(isWithout);
	const fees = entries.map(({ id, competitionClass, createdAt }) => [
		id,
		feeOf(edition, competitionClass.type, createdAt),
	]);
	if (!edition.payment || fees.length === 0) return [];
	const kept = sql`(SELECT value FROM json_each(${JSON.stringify(Object.fromEntries(fees))}) WHERE key = ${registrations.id})`;
	return [db.update(registrations).set({ fee: kept }).where(isWithout)];
}
