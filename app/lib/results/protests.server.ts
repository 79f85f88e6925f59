import { and, asc, desc, eq, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { entryIdOf } from "~/lib/accounts/account-queries.server";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx, StaffCtx, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { first, read } from "~/lib/db/read.server";
import { nameOfClass } from "~/lib/editions/classes";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { isProtestTime } from "~/lib/scoring/protest-deadline";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { sourceElsewhere, storedScores } from "~/lib/scoring/scoring-queries.server";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	pilotDays,
	protests,
	registrations,
	users,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import type { protestDecisionSchema, protestSchema } from "./protest-schema";

/**
 * Files a protest of a competitor against the unofficial results of the own class. Refuses with `protest-exists` while one is open
 * against the same revision, and until points have changed since the last one; with `protest-time-over` before the results are
 * unofficial, after the protest time, and when results from elsewhere count.
 */
export async function fileProtest(
	ctx: UserCtx,
	{ dayId, classId }: ClassDay,
	{ text, feePaid: saysPaid }: z.infer<typeof protestSchema>,
): Promise<Result<null, "not-found" | "protest-time-over" | "protest-exists">> {
	const { db, now, actor, edition } = ctx;
	const { entry, own, stored, elsewhere } = await read(db, {
		entry: first(entryOfUser(db, actor.id)),
		own: protestsOfEntry(db, dayId, sql`(${entryIdOf(db, actor.id)})`),
		stored: first(storedScores(db, { dayId, classId })),
		elsewhere: first(sourceElsewhere(db, { dayId, classId })),
	});
	if (!stored || entry?.competitionClassId !== classId || !isScored(stored, entry.id))
		return refuse("not-found");
	if (elsewhere || !isProtestTime(stored, now)) return refuse("protest-time-over");
	if (!isAnother(own, stored)) return refuse("protest-exists");
	const id = crypto.randomUUID();
	const feePaid = saysPaid && hasDeposit(edition);
	const isStillOpen = and(
		eq(dayScores.id, stored.id),
		eq(dayScores.state, "unofficial"),
		gt(dayScores.protestsUntil, now),
		notExists(sourceElsewhere(db, { dayId, classId })),
	);
	const committed = await commit(ctx, {
		statements: [
			// The statement changes nothing. It undoes the batch when the protest time has ended meanwhile.
			exactlyOne(
				db
					.update(dayScores)
					.set({ revision: sql`${dayScores.revision}` })
					.where(isStillOpen),
			),
			db.insert(protests).values({
				id,
				dayId,
				competitionClassId: classId,
				registrationId: entry.id,
				revision: stored.revision,
				text,
				feePaid,
				createdAt: now,
			}),
		],
		audit: {
			action: "protest.file",
			subjectId: entry.id,
			after: { dayId, revision: stored.revision, text, feePaid },
		},
		visible: true,
	});
	if (committed.ok) return done(null);
	return refuse(committed.reason === "taken" ? "protest-exists" : "protest-time-over");
}

type Stored = typeof dayScores.$inferSelect;

/** Where a competitor protests, or reads what was decided, and what the link says. */
export interface ProtestLink {
	readonly to: string;
	readonly text: string;
}

/**
 * The link by which the signed-in competitor protests against results of the own class, or comes to the protest that is filed already.
 * Null for others, and when there is nothing to be filed or read.
 */
export async function protestLink(
	{ db, actor, now, language }: Ctx,
	{ dayId, classId, date, classType }: ClassDay & { readonly date: string; readonly classType: string },
	shown: Pick<Stored, "state" | "protestsUntil" | "revision" | "stateSince">,
): Promise<ProtestLink | null> {
	if (!actor) return null;
	const { entry, own } = await read(db, {
		entry: first(entryOfUser(db, actor.id)),
		own: protestsOfEntry(db, dayId, sql`(${entryIdOf(db, actor.id)})`),
	});
	if (entry?.competitionClassId !== classId) return null;
	const { t } = textsOf(language);
	const to = `/protests/${date}/${classType}`;
	if (isProtestTime(shown, now) && isAnother(own, shown)) return { to, text: t("protest.title") };
	const [latest] = own;
	return latest
		? { to, text: t(latest.outcome ? `protest.outcome.${latest.outcome}` : "protest.filed") }
		: null;
}

/** Whether a protest would be the first one against these points: none is open against the revision, none filed since they are shown. */
export function isAnother(
	own: readonly Pick<typeof protests.$inferSelect, "revision" | "outcome" | "createdAt">[],
	{ revision, stateSince }: Pick<Stored, "revision" | "stateSince">,
): boolean {
	return own.every(
		(one) =>
			one.revision !== revision ||
			(one.outcome !== null && stateSince !== null && one.createdAt.getTime() < stateSince.getTime()),
	);
}

function isScored({ sheet }: Stored, registrationId: string): boolean {
	return sheet.rows.some((row) => row.registrationId === registrationId);
}

/** Upholds or rejects a pending protest with a reason, or notes that it was withdrawn. It changes no points: decisions do that. */
export function decideProtest(
	ctx: StaffCtx<"scoring">,
	id: string,
	{ outcome, reason }: z.infer<typeof protestDecisionSchema>,
): Promise<Changed> {
	return changeProtest(ctx, id, {
		action: "protest.decide",
		set: { outcome, outcomeReason: reason, decidedAt: ctx.now, decidedBy: ctx.actor.id },
		where: isNull(protests.outcome),
		after: { outcome, reason },
		visible: true,
	});
}

/**
 * Notes whether the deposit of a protest is paid, as an organiser knows it. Refuses with `stale` when it is noted already, with
 * `not-found` in an edition that asks for none.
 */
export async function noteDeposit(ctx: StaffCtx<"scoring">, id: string, feePaid: boolean): Promise<Changed> {
	if (!hasDeposit(ctx.edition)) return refuse("not-found");
	return changeProtest(ctx, id, {
		action: "protest.deposit",
		set: { feePaid },
		where: eq(protests.feePaid, !feePaid),
		after: { feePaid },
		visible: false,
	});
}

/** Whether a protest needs a deposit. */
export const hasDeposit = ({ protests: { fee } }: Pick<Edition, "protests">) => fee !== null;

type Changed = Result<null, "not-found" | "stale">;

interface ProtestChange {
	readonly action: "protest.decide" | "protest.deposit";
	readonly set: Partial<typeof protests.$inferInsert>;
	/** Condition of a protest that is as the sender saw it. */
	readonly where: SQL;
	readonly after: object;
	readonly visible: boolean;
}

async function changeProtest(ctx: StaffCtx<"scoring">, id: string, change: ProtestChange): Promise<Changed> {
	const { db } = ctx;
	const [protest] = await db.select().from(protests).where(eq(protests.id, id));
	if (!protest) return refuse("not-found");
	const { action, set, where, after, visible } = change;
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(protests)
					.set(set)
					.where(and(eq(protests.id, id), where)),
			),
		],
		audit: { action, subjectId: protest.registrationId, after: { dayId: protest.dayId, ...after } },
		visible,
	});
}

/** Selects the protests of a competitor on a day, the newest first. */
export function protestsOfEntry(db: Db, dayId: string, registrationId: string | SQL) {
	return db
		.select()
		.from(protests)
		.where(and(eq(protests.dayId, dayId), eq(protests.registrationId, registrationId)))
		.orderBy(desc(protests.createdAt));
}

/** Selects the protests of a class on a day in the order of their times, for organisers. */
export function protestsOfDay(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({
			...pick(protests, "id", "registrationId"),
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			...pick(protests, "revision", "text", "feePaid", "createdAt"),
			...pick(protests, "outcome", "outcomeReason", "decidedAt"),
			decidedBy: sql<string | null>`(SELECT decider.name || ' ' || decider.surname FROM ${users} AS decider
				WHERE decider.id = ${protests.decidedBy})`,
		})
		.from(protests)
		.innerJoin(registrations, eq(registrations.id, protests.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(dayId))
		.where(and(eq(protests.dayId, dayId), eq(protests.competitionClassId, classId)))
		.orderBy(asc(protests.createdAt));
}

/** Selects the protests that wait for a decision, with the day and class of each. */
export function pendingProtests(db: Db) {
	return db
		.select({
			dayId: protests.dayId,
			classId: protests.competitionClassId,
			date: competitionDays.date,
			classType: competitionClasses.type,
			startNumber: flown.startNumber,
		})
		.from(protests)
		.innerJoin(competitionDays, eq(competitionDays.id, protests.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, protests.competitionClassId))
		.innerJoin(registrations, eq(registrations.id, protests.registrationId))
		.leftJoin(pilotDays, isPilotDay(protests.dayId))
		.where(isNull(protests.outcome))
		.orderBy(asc(protests.createdAt));
}

/** Where organisers decide a pending protest, and what it is about. */
export function linkToProtest(
	{ edition, language }: Pick<Ctx, "edition" | "language">,
	{ date, classType, startNumber: number }: Awaited<ReturnType<typeof pendingProtests>>[number],
) {
	const values = { class: nameOfClass(edition, classType, language), day: formatDay(date, language), number };
	return {
		path: `${scoringDeskPath(date, classType)}#protests`,
		text: textsOf(language).t("admin.protest", values),
	};
}
