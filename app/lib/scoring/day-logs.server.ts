import { eq, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { secondsOf } from "~/lib/editions/clock-times";
import { instantOf } from "~/lib/editions/prague-time";
import { momentsOf } from "~/lib/flights/clock-ahead";
import {
	exchangedLogs,
	fitsOwnEntry,
	type MarkedCompetitor,
	type Naming,
	namingsOf,
} from "~/lib/flights/log-rights/exchanged-logs";
import {
	type DayLogs,
	groupLogs,
	isUnconfirmed,
	type LogDoubt,
	logKey,
	recorderKey,
	type StoredDayLog,
} from "~/lib/flights/log-rights/log-doubts.server";
import { wrongClocks } from "~/lib/flights/log-rights/wrong-clocks";
import { pick } from "~/lib/pick";
import { competitionDays, pilotDays, registrations } from "~db/schema";
import { recorderOwners, signedRecorders } from "./recorder-owners.server";

/** The logs that look exchanged, a ring together: each names the entry whose log it looks like. */
export type Exchange = readonly Naming<StoredDayLog>[];

export interface CheckedDay extends DayLogs {
	readonly exchanges: readonly Exchange[];
}

interface Day {
	readonly id: string;
	/** Local date. */
	readonly date: string;
}

/** Checks the logs of a day against each other, the entries and the desk. @param logs of `logsOfDay` */
export async function dayLogsOf(ctx: Ctx, logs: readonly StoredDayLog[], day: Day): Promise<CheckedDay> {
	const { db } = ctx;
	const unmarked = logs.filter((log) => !fitsOwnEntry(log));
	const unsigned = logs.filter(isUnsigned);
	const entries = unmarked.length > 0 ? await entriesOfDay(db, day.id) : [];
	const [owners, signed] = await Promise.all([
		recorderOwners(db, { logs: logs.filter(takesPartInDay), unmarked, entries }, day.date),
		signedRecorders(db, new Set(unsigned.flatMap((log) => recorderKey(log) ?? []))),
	]);
	const namings = namingsOf(unmarked, entries, (log) => owners.get(recorderKey(log) ?? "") ?? null);
	const exchanges = exchangedLogs(namings.filter(({ log }) => isTrusted(log) && !isSeen(log)));
	const doubts = new Map<string, LogDoubt[]>();
	const add = (log: StoredDayLog, doubt: Pick<LogDoubt, "kind" | "value" | "at" | "other">) => {
		const { kind, ...about } = doubt;
		const known = doubts.get(logKey(log)) ?? [];
		doubts.set(logKey(log), [...known, { kind, proposedPoints: 0, point: null, ...about }]);
	};
	const exchanged = new Set(exchanges.flat());
	const numbers = new Map(entries.map(({ registrationId, startNumber }) => [registrationId, startNumber]));
	for (const naming of namings) {
		const kind = exchanged.has(naming) ? "exchanged" : "othersLog";
		add(naming.log, { kind, at: null, value: null, other: numbers.get(naming.names) ?? "" });
	}
	for (const [{ log }, hours] of wrongClocks(logs.map(toClocked(day)), { ...ctx.edition, date: day.date }))
		add(log, { kind: "clock", at: momentsOf(log.figures).launch, value: hours });
	for (const log of unsigned)
		if (signed.has(recorderKey(log) ?? "")) add(log, { kind: "unsigned", at: null, value: null });
	return { ...groupLogs(logs.filter(takesPartInDay), owners, doubts), exchanges };
}

const takesPartInDay = ({ standing }: StoredDayLog) => standing !== "ahead";

/** Whether a log says something about the logs of others. */
const isTrusted = (log: StoredDayLog) =>
	(log.standing === "scores" || log.standing === "backup") && !isUnconfirmed(log);

/** Whether an organiser has looked at a log and let it score, or it scored before there were doubts. */
export const isSeen = ({ confirmation }: Pick<StoredDayLog, "confirmation">) =>
	confirmation === "organiser" || confirmation === "earlier";

const isUnsigned = ({ warnings }: StoredDayLog) => warnings.some(({ reason }) => reason === "noSignature");

const toClocked =
	({ date }: Day) =>
	(log: StoredDayLog) => {
		const opens = secondsOf(log.startOpens);
		const ahead = log.warnings.find(({ reason }) => reason === "clockAhead");
		return {
			log,
			...pick(log, "registrationId", "classId", "figures"),
			launches: log.launches ?? [],
			startOpens: opens === null ? null : instantOf(date, opens).getTime(),
			isTrusted: isTrusted(log),
			hoursAhead: Number(ahead?.values.hours ?? 0),
		};
	};

/** Selects the competitors of a day, of all classes, with what a log may say of them. */
async function entriesOfDay(db: Db, dayId: string) {
	const { id: registrationId, logger, loggerChangedAt, createdAt } = registrations;
	return (await db
		.select({
			registrationId,
			startNumber: flown.startNumber,
			registrationNumber: flown.registrationNumber,
			logger,
			namedAt: sql`coalesce(${loggerChangedAt}, ${createdAt})`.mapWith(createdAt),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.where(eq(competitionDays.id, dayId))) satisfies readonly MarkedCompetitor[];
}
