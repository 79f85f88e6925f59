import { and, asc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import type { Ctx, Duty } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import { first, read } from "~/lib/db/read.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { isConfirmed } from "~/lib/whose-word";
import { auditLog } from "~db/schema";
import { unconfirmedAmong } from "./confirmed-reports";
import { type Away, missedFrom, missingQueries, toMissing } from "./missing-pilots.server";
import type { Outlanding } from "./outlandings-queries.server";
import { type Numbers, phonesAmong } from "./phones.server";
import { safetyCardOf } from "./safety-card.server";

/*
 * What a link reports cannot unlock what the link may read (docs/security.md, rule 54): a helper who looks for a number could else
 * report its owner.
 */

/** Whether a report lets its reader at the desk see what the entry says of the person. */
export function opensEntry(ctx: Ctx, report: Pick<Outlanding, "standing" | "dutyLinkId">): boolean {
	return isConfirmed(report) && (may(ctx, "desk") || report.dutyLinkId !== ctx.onDuty?.duty.id);
}

interface NumbersForLink extends Numbers {
	readonly fullName: string;
	/** Numbers that somebody has typed in reports that open nothing. */
	readonly typed: readonly string[];
	/** Why those of the entry stay closed to the link, in words; null where they do not. */
	readonly closed: string | null;
}

/** Reads the numbers of a pilot who is missing or has a report, for a helper who works by a link. Null for all other pilots. */
export async function numbersForLink(ctx: Ctx, duty: Duty, pilot: string): Promise<NumbersForLink | null> {
	const { card, ...night } = await read(ctx.db, {
		card: first(safetyCardOf(ctx.db, pilot)),
		...missingQueries(ctx.db, duty.date, duty.date),
	});
	const reports = night.reports.filter(({ registrationId }) => registrationId === pilot);
	const missing = toMissing(ctx, night).find(({ id }) => id === pilot);
	const away = night.away.find(({ id }) => id === pilot);
	const [report] = reports;
	const named = missing ?? (report && { fullName: `${report.name} ${report.surname}` });
	if (!named) return null;
	const confirmed = reports.filter(isConfirmed);
	const unconfirmed = unconfirmedAmong(reports).shown;
	const numbersOf = (some: readonly Outlanding[]) => some.map(({ phone }) => phone);
	const isOpen =
		confirmed.some((one) => opensEntry(ctx, one)) ||
		(missing &&
			away &&
			!(await isMissedByLink(ctx, duty, away)) &&
			!(await isTakenFromHome(ctx, duty, away)));
	const { fullName } = named;
	if (!isOpen) {
		const typed = phonesAmong(numbersOf([...confirmed, ...unconfirmed]));
		return { fullName, phones: [], crewPhone: null, typed, closed: textsOf(ctx.language).t("duty.closed") };
	}
	return {
		fullName,
		phones: missing?.phones ?? phonesAmong([report?.entryPhone, ...numbersOf(confirmed)]),
		crewPhone: card?.crewPhone ?? null,
		typed: phonesAmong(numbersOf(unconfirmed)),
		closed: null,
	};
}

const setsStatus: readonly AuditAction[] = [
	"competitor-status.set",
	"competitor-status.launch",
	"grid.launch-row",
];

const statusBefore = sql<string | null>`json_extract(${auditLog.before}, '$.status')`;
const statusAfter = sql<string | null>`json_extract(${auditLog.after}, '$.status')`;
const isBy = ({ id }: Duty) => sql`json_extract(${auditLog.after}, '$.dutyLink') = ${id}`;
const inOrder = [asc(auditLog.at), asc(sql`${auditLog}.rowid`)];

/**
 * Whether a pilot is missing only by what the link has said since pilots are missed: its first tap has found the pilot home or on the
 * ground. Launches of the day are the work of a link, so those before open the numbers.
 */
async function isMissedByLink(
	{ db, edition }: Ctx,
	duty: Duty,
	{ statusId, statusAt, startNumber }: Away,
): Promise<boolean> {
	const since = missedFrom(edition, duty.date) ?? new Date(0);
	const isSetSince = statusAt !== null && statusAt >= since;
	const numbers = sql`json_extract(${auditLog.after}, '$.numbers')`;
	const [tap] = await db
		.select({ before: statusBefore })
		.from(auditLog)
		.where(
			and(
				inArray(auditLog.action, [...setsStatus]),
				gte(auditLog.at, since),
				isBy(duty),
				or(
					eq(auditLog.subjectId, statusId ?? ""),
					// A launch of several is about the day. That of a class names nobody, and leaves who is in the air.
					and(
						sql`${Number(isSetSince)}`,
						eq(auditLog.subjectId, duty.dayId),
						sql`instr(' ' || coalesce(${numbers}, ${startNumber}) || ' ', ' ' || ${startNumber} || ' ') > 0`,
					),
				),
			),
		)
		.orderBy(...inOrder)
		.limit(1);
	return tap !== undefined && tap.before !== "FLYING" && tap.before !== "OUTLANDING";
}

/** Milliseconds before pilots are missed. So late nobody who is home is launched again. */
const lastHours = 3 * 3_600_000;

/** Milliseconds after a tap in which the same link takes it back as a mistake. */
const mistakeFor = 15 * 60_000;

/** Whether the link has taken a pilot back from home in the last hours before pilots are missed, other than by its own mistake. */
async function isTakenFromHome({ db, edition }: Ctx, duty: Duty, { statusId }: Away): Promise<boolean> {
	const until = missedFrom(edition, duty.date);
	if (!until || !statusId) return false;
	const since = new Date(until.getTime() - lastHours);
	const taps = await db
		.select({ at: auditLog.at, before: statusBefore, after: statusAfter })
		.from(auditLog)
		.where(
			and(
				eq(auditLog.action, "competitor-status.set"),
				eq(auditLog.subjectId, statusId),
				gte(auditLog.at, since),
				lt(auditLog.at, until),
				isBy(duty),
			),
		)
		.orderBy(...inOrder);
	return taps.some(({ at, before }, index) => {
		const last = taps[index - 1];
		const isMistake = last?.after === "HOME" && at.getTime() - last.at.getTime() <= mistakeFor;
		return before === "HOME" && !isMistake;
	});
}
