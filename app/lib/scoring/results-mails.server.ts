import { and, eq, exists, gt, isNull, lte, max, notExists, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import type { QueuedMail, Write } from "~/lib/db/commit.server";
import { isElsewhere } from "~/lib/db/conditions.server";
import { type MailPayloads, mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { classById } from "~/lib/entries/classes-queries.server";
import { flyingAccounts } from "~/lib/entries/mail-recipients.server";
import { cancellations, competitionDays, dayScores, outbox, resultTables, type ScoredRow } from "~db/schema";
import { shownPlace } from "./day-scores";
import { isDayScored } from "./whose-results-hold.server";

const kind = "results-published";

/** Milliseconds. A scorer decides about several flights in a row: the class gets one mail about all of them. */
const changesWait = 10 * 60 * 1000;

type Said = Pick<MailPayloads[typeof kind], "state" | "changed" | "moved" | "reason" | "endsEarlier"> & {
	readonly protestsUntil: Date | null;
	/** The scores that are announced: each competitor reads the own place and points. */
	readonly rows?: readonly ScoredRow[];
};

/** The mails about the state of the results of a class and day, to those who take part in it. */
export async function resultsMails(
	{ db, now }: Pick<Ctx, "db" | "now">,
	{ dayId, classId }: ClassDay,
	{ rows = [], ...said }: Said,
): Promise<readonly QueuedMail[]> {
	const { day, competitionClass, recipients } = await read(db, {
		day: first(dayById(db, dayId)),
		competitionClass: first(classById(db, classId)),
		recipients: flyingAccounts(db, now, { dayId, classId }),
	});
	if (!day || !competitionClass) return [];
	const what = { day: day.name, date: day.date, dayId, classId, classType: competitionClass.type };
	const payload = { ...what, ...said, protestsUntil: said.protestsUntil?.toISOString() ?? null };
	const notBefore = said.changed ? new Date(now.getTime() + changesWait) : now;
	return recipients.map(({ registrationId, ...account }) => {
		const own = rows.find((row) => row.registrationId === registrationId);
		const score = own && own.points !== null ? { place: shownPlace(own), points: own.points } : null;
		return { ...mailTo(account, kind, { ...payload, ...(score && { score }) }), notBefore };
	});
}

const ofMail = (field: string) => sql`json_extract(${outbox.payload}, ${`$.${field}`})`;

const isOfChanges = and(eq(outbox.state, "queued"), eq(outbox.kind, kind), eq(ofMail("changed"), 1));

/** Condition: a mail about the results of a class and day. */
const isAbout = ({ dayId, classId }: ClassDay) =>
	and(eq(ofMail("dayId"), dayId), eq(ofMail("classId"), classId));

/** Statement that removes the mails about changed points that still wait. */
export function dropMailsOfChanges(db: Db, classDay: ClassDay): Write["statements"][number] {
	return db.delete(outbox).where(and(isOfChanges, isAbout(classDay)));
}

/** Statement that lets the mails about unofficial results that still wait name another end of the protest time. */
export function nameProtestEnd(db: Db, classDay: ClassDay, end: Date): Write["statements"][number] {
	return db
		.update(outbox)
		.set({ payload: sql`json_set(${outbox.payload}, '$.protestsUntil', ${end.toISOString()})` })
		.where(
			and(
				eq(outbox.state, "queued"),
				eq(outbox.kind, kind),
				eq(ofMail("state"), "unofficial"),
				isAbout(classDay),
			),
		);
}

/**
 * Removes the due mails about changed points against which nobody can protest: the day was cancelled, or other results count. As long
 * as a cancellation of the day can be taken back, they wait. For results that are hidden, the time for protests runs on.
 */
export async function dropVainMails({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
	const isOpen = and(
		eq(dayScores.dayId, ofMail("dayId")),
		eq(dayScores.competitionClassId, ofMail("classId")),
		eq(dayScores.state, "unofficial"),
		isDayScored,
		isNull(resultTables.id),
	);
	const open = db
		.select({ id: dayScores.id })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.leftJoin(resultTables, isElsewhere({ dayId: dayScores.dayId, classId: dayScores.competitionClassId }))
		.where(isOpen);
	const isVain = and(isOfChanges, lte(outbox.nextAttemptAt, now), notExists(open));
	const isCancelled = and(eq(cancellations.dayId, ofMail("dayId")), gt(cancellations.endsAt, now));
	const end = db
		.select({ at: max(cancellations.endsAt) })
		.from(cancellations)
		.where(isCancelled);
	const isUndoable = exists(db.select({ id: cancellations.id }).from(cancellations).where(isCancelled));
	await db
		.update(outbox)
		.set({ nextAttemptAt: sql`${end}` })
		.where(and(isVain, isUndoable));
	await db.delete(outbox).where(isVain);
}
