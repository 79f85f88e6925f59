import { and, asc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { TFunction } from "i18next";
import type { StaffCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { read } from "~/lib/db/read.server";
import { takesLogs } from "~/lib/editions/opening-times";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { isDelivered } from "~/lib/flights/log-rights/log-standing.server";
import { entriesToMatch, recordersOfLogs } from "~/lib/flights/unmatched-logs/find-pilot-and-day.server";
import {
	hasRival,
	type MatchDoubt,
	type MatchedEntry,
	matchDay,
	matchPilot,
} from "~/lib/flights/unmatched-logs/match-log";
import { mostStoredAtOnce } from "~/lib/flights/unmatched-logs/store-incoming.server";
import { receiptPath } from "~/lib/flights/upload-receipt";
import { warningTexts } from "~/lib/flights/warning-texts.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";
import { pick } from "~/lib/pick";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import {
	competitionClasses,
	competitionDays,
	igcFiles,
	igcFileVersions,
	incomingLogs,
	type LogIdentity,
	pilotDays,
	registrations,
	users,
} from "~db/schema";

/** Why a person has to choose: also when two files show one flight, or when somebody else has these bytes already. */
type Doubt = MatchDoubt | "elsewhere" | "rival";

type Incoming = Awaited<ReturnType<typeof incomingOf>>[number];
type Stored = Awaited<ReturnType<typeof storedFromIncoming>>[number];

/**
 * Reads what the organiser has sent: logs to be stored, with the pilots and days that they name; files that are not logs; and
 * stored logs.
 */
export async function readSentLogs(ctx: StaffCtx<"logs">) {
	const { db, now, edition, language } = ctx;
	const { incoming, found, entryRows, recorders, delivered, allOfThem } = await read(db, {
		incoming: incomingOf(ctx),
		found: storedFromIncoming(ctx),
		entryRows: entriesToMatch(db),
		recorders: recordersOfLogs(db),
		delivered: deliveredDays(db),
		allOfThem: allDays(db),
	});
	const days = allOfThem
		.filter((day) => takesLogs(edition, day, now))
		.map(({ id, name, date }) => ({ id, name, date }));
	const entries = sortedByStartNumber(entryRows).map((entry) => ({
		...entry,
		recorders: recorders.filter(({ registrationId }) => registrationId === entry.id),
	}));
	const matched = incoming
		.filter(({ state }) => state === "ready")
		.map((row) => matchRow(row, entries, days));
	const { t } = textsOf(language);
	const waiting = matched.map((one) =>
		toWaiting(t, one, { entries, found, delivered, isRival: hasRival(one, matched) }),
	);
	const shown = waiting
		// Clear ones first: what nobody can decide does not keep the others out of the table.
		.toSorted((a, b) => Number(isUnclear(a)) - Number(isUnclear(b)))
		.slice(0, mostStoredAtOnce);
	const files = refusedFiles(t, incoming);
	const logs = incoming.flatMap((row) => {
		const version = found.find(({ versionId }) => versionId === row.versionId);
		return version ? [toStored(row, version, language)] : [];
	});
	const unread = incoming.reduce((sum, row) => sum + row.unread, 0);
	return {
		received: { label: t("igc.many.received"), hint: t("igc.many.received.hint") },
		/** How many files are still to be read; null when all are. */
		unread: unread > 0 ? { text: t("igc.many.unread", { count: unread }) } : null,
		waiting: shown,
		about: waitingTexts(t, waiting, shown.length),
		refused: { title: t("igc.many.refused.title", { count: files.length }), files },
		stored: {
			title: t("igc.many.stored.title", { count: logs.length }),
			inTime: t("igc.many.inTime"),
			inTimeHint: t("igc.many.inTime.hint"),
			logs,
			desks: desksOf(logs),
		},
		pilots: entries.map(({ id, startNumber, name, surname }) => ({
			id,
			label: `${startNumber} – ${surname} ${name}`,
		})),
		days,
	};
}

/** Files that are not logs. */
function refusedFiles(t: TFunction, incoming: readonly Incoming[]) {
	return incoming
		.filter(({ state }) => state === "refused")
		.map(({ id, originalName, complaint }) => ({
			id,
			file: originalName,
			reason: complaintText(t, complaint ?? ""),
		}));
}

/** Title and introduction of the table. @param shown how many of the logs are in it */
function waitingTexts(
	t: TFunction,
	waiting: readonly { readonly pilot: string; readonly day: string }[],
	shown: number,
) {
	const count = waiting.length;
	const unclear = waiting.filter(isUnclear).length;
	const about = [
		t("igc.many.waiting.about"),
		...(unclear > 0 ? [t("igc.many.waiting.unclear", { count: unclear })] : []),
		...(count > shown ? [t("igc.many.waiting.more", { shown, count })] : []),
	];
	return { title: t("igc.many.waiting.title", { count }), about: about.join(" ") };
}

function matchRow(
	{ id, originalName, identity }: Incoming,
	entries: readonly MatchedEntry[],
	days: readonly { readonly id: string; readonly date: string }[],
) {
	const log = identity as LogIdentity;
	const match = matchPilot({ ...log, fileName: originalName }, entries);
	return {
		id,
		file: originalName,
		log,
		match,
		entryId: match.entryId,
		dayId: matchDay(log, days)?.id ?? null,
	};
}

interface Beside {
	readonly entries: readonly MatchedEntry[];
	/** Stored logs with bytes that have been sent. */
	readonly found: readonly Stored[];
	readonly delivered: readonly { readonly registrationId: string; readonly dayId: string }[];
	readonly isRival: boolean;
}

function toWaiting(
	t: TFunction,
	{ id, file, log, match, entryId, dayId }: ReturnType<typeof matchRow>,
	{ entries, found, delivered, isRival }: Beside,
) {
	const isHere = (row: { readonly registrationId: string; readonly dayId: string }) =>
		row.registrationId === entryId && row.dayId === dayId;
	const known = found.filter(({ incomingId }) => incomingId === id);
	const doubt: Doubt | null = match.doubt ?? (known.every(isHere) ? (isRival ? "rival" : null) : "elsewhere");
	const suggestion = entryId === null ? null : labelOf(entries, entryId);
	return {
		id,
		file,
		log: {
			date: log.date,
			takeOff: log.takeOff === null ? null : momentOf(log.date, log.takeOff),
			landing: log.landing === null ? null : momentOf(log.date, log.landing),
			recorder: `${log.recorder.maker} ${log.recorder.serial}`.trim(),
			...log.header,
		},
		/** Empty when a person has to choose. */
		pilot: doubt === null ? (entryId ?? "") : "",
		day: dayId ?? "",
		doubt,
		/** The sign that decided, or what a person has to decide. */
		why:
			doubt === null
				? match.decidedBy.map((sign) => t(`igc.many.sign.${sign}`)).join(", ")
				: t(`igc.many.doubt.${doubt}`, { pilot: suggestion ?? "" }),
		signs: match.signs.map(({ sign, entryIds }) => ({
			sign: t(`igc.many.sign.${sign}`),
			pilots: entryIds.map((one) => labelOf(entries, one)).join(", "),
		})),
		known: known.map((version) => ({ pilot: pilotOf(version), date: version.date })),
		hasLog: delivered.some(isHere),
	};
}

/** Whether a person has to choose. */
function isUnclear({ pilot, day }: { readonly pilot: string; readonly day: string }): boolean {
	return pilot === "" || day === "";
}

function toStored({ id, originalName }: Incoming, version: Stored, language: Language) {
	return {
		id,
		file: originalName,
		pilot: pilotOf(version),
		date: version.date,
		classType: version.classType,
		receipt: receiptPath(version.versionId),
		counts: Boolean(version.counts),
		warnings: warningTexts(version.warnings, language),
	};
}

/** The scoring desks of the days and classes that logs have been stored for. */
function desksOf(logs: readonly Pick<ReturnType<typeof toStored>, "date" | "classType">[]) {
	const desks = logs.map(({ date, classType }) => ({
		path: scoringDeskPath(date, classType),
		date,
		classType,
	}));
	return [...new Map(desks.map((desk) => [desk.path, desk])).values()].toSorted((one, other) =>
		one.path < other.path ? -1 : 1,
	);
}

function pilotOf({ startNumber, name, surname }: Stored): string {
	return `${startNumber} ${surname} ${name}`;
}

function labelOf(entries: readonly MatchedEntry[], id: string): string {
	const entry = entries.find((one) => one.id === id);
	return entry ? `${entry.startNumber} ${entry.surname}` : "";
}

export type SentLogs = Awaited<ReturnType<typeof readSentLogs>>;
export type WaitingLog = SentLogs["waiting"][number];

/** Condition: an organiser has sent the file. What broke off is not shown. */
const isSentBy = (userId: string | SQL<string>) =>
	and(eq(incomingLogs.uploadedBy, userId), ne(incomingLogs.state, "pending"));

/** Selects a file that an organiser has sent: without one there is nothing more to read. */
export function anySent(db: Db, userId: SQL<string>) {
	return db.select({ id: incomingLogs.id }).from(incomingLogs).where(isSentBy(userId)).limit(1);
}

/** Selects what an organiser has sent, in the order of its names. */
function incomingOf({ db, actor }: StaffCtx<"logs">) {
	return db
		.select()
		.from(incomingLogs)
		.where(isSentBy(actor.id))
		.orderBy(asc(incomingLogs.originalName), asc(incomingLogs.id));
}

/** Selects the logs with the bytes of what an organiser has sent: whose they are now, and whether they count. */
function storedFromIncoming({ db, actor }: StaffCtx<"logs">) {
	return db
		.select({
			incomingId: incomingLogs.id,
			versionId: igcFileVersions.id,
			warnings: igcFileVersions.warnings,
			counts: sql<number>`${igcFiles.currentVersionId} = ${igcFileVersions.id}`,
			registrationId: registrations.id,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			dayId: competitionDays.id,
			date: competitionDays.date,
			classType: competitionClasses.type,
		})
		.from(incomingLogs)
		.innerJoin(igcFileVersions, eq(igcFileVersions.sha256, incomingLogs.sha256))
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.innerJoin(competitionClasses, isClassFlown)
		.where(and(eq(incomingLogs.uploadedBy, actor.id), eq(igcFileVersions.state, "ready")));
}

/** Selects the competitors and days that have a log already. */
function deliveredDays(db: Db) {
	return db
		.selectDistinct({ registrationId: igcFiles.registrationId, dayId: igcFiles.dayId })
		.from(igcFiles)
		.where(and(isNotNull(igcFiles.currentVersionId), isDelivered));
}
