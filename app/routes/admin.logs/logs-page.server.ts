import type { AdminCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import { areUploadsOpen, takesLogs } from "~/lib/editions/phase";
import {
	deliveredDays,
	entriesToMatch,
	incomingOf,
	recordersOfLogs,
	storedFromIncoming,
} from "~/lib/flights/incoming/incoming-queries.server";
import {
	hasRival,
	type MatchDoubt,
	type MatchedEntry,
	matchDay,
	matchPilot,
} from "~/lib/flights/incoming/match-log";
import { mostStoredAtOnce } from "~/lib/flights/incoming/store-incoming.server";
import { receiptPath } from "~/lib/flights/upload-receipt";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import type { LogIdentity } from "~db/schema";

/** Why a person has to choose: also when two files show one flight, or when somebody else has these bytes already. */
export type Doubt = MatchDoubt | "elsewhere" | "rival";

type Incoming = Awaited<ReturnType<typeof incomingOf>>[number];
type Stored = Awaited<ReturnType<typeof storedFromIncoming>>[number];

/** What the organiser has sent: logs to be stored with the pilots and days that they name, what is no log, and what is stored. */
export async function readLogsPage(ctx: AdminCtx) {
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
		.filter((day) => takesLogs(day, now))
		.map(({ id, name, date }) => ({ id, name, date }));
	const entries = sortedByStartNumber(entryRows).map((entry) => ({
		...entry,
		recorders: recorders.filter(({ registrationId }) => registrationId === entry.id),
	}));
	const placed = incoming.filter(({ state }) => state === "ready").map((row) => placeLog(row, entries, days));
	const waiting = placed.map((one) =>
		toWaiting(one, { entries, found, delivered, isRival: hasRival(one, placed) }),
	);
	const { t } = textsOf(language);
	return {
		open: areUploadsOpen(edition, now),
		// Clear ones first: what nobody can decide does not keep the others out of the table.
		waiting: waiting
			.toSorted((a, b) => Number(isUnclear(a)) - Number(isUnclear(b)))
			.slice(0, mostStoredAtOnce),
		/** All that wait, shown or not, and those of them that ask. */
		count: waiting.length,
		unclear: waiting.filter(isUnclear).length,
		refused: incoming
			.filter(({ state }) => state === "refused")
			.map(({ id, originalName, complaint }) => ({
				id,
				file: originalName,
				reason: complaintText(t, complaint ?? ""),
			})),
		stored: incoming.flatMap((row) => {
			const version = found.find(({ versionId }) => versionId === row.versionId);
			return version ? [toStored(row, version)] : [];
		}),
		pilots: entries.map(({ id, startNumber, name, surname }) => ({
			id,
			label: `${startNumber} – ${surname} ${name}`,
		})),
		days,
	};
}

function placeLog(
	{ id, originalName, identity }: Incoming,
	entries: readonly MatchedEntry[],
	days: readonly { readonly id: string; readonly date: string }[],
) {
	const log = identity as LogIdentity;
	const match = matchPilot(log, entries);
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
	{ id, file, log, match, entryId, dayId }: ReturnType<typeof placeLog>,
	{ entries, found, delivered, isRival }: Beside,
) {
	const isHere = (row: { readonly registrationId: string; readonly dayId: string }) =>
		row.registrationId === entryId && row.dayId === dayId;
	const known = found.filter(({ incomingId }) => incomingId === id);
	const doubt: Doubt | null = match.doubt ?? (known.every(isHere) ? (isRival ? "rival" : null) : "elsewhere");
	return {
		id,
		file,
		log: { date: log.date, recorder: `${log.recorder.maker} ${log.recorder.serial}`.trim(), ...log.header },
		/** Empty where a person has to choose. */
		pilot: doubt === null ? (entryId ?? "") : "",
		day: dayId ?? "",
		doubt,
		decidedBy: match.decidedBy,
		signs: match.signs.map(({ sign, entryIds }) => ({
			sign,
			pilots: entryIds.map((one) => labelOf(entries, one)).join(", "),
		})),
		/** Whom the log names, doubtful or not. */
		suggestion: entryId === null ? null : labelOf(entries, entryId),
		known: known.map((version) => ({ pilot: pilotOf(version), date: version.date })),
		hasLog: delivered.some(isHere),
	};
}

/** Whether a person has to choose. */
function isUnclear({ pilot, day }: { readonly pilot: string; readonly day: string }): boolean {
	return pilot === "" || day === "";
}

function toStored({ id, originalName }: Incoming, version: Stored) {
	return {
		id,
		file: originalName,
		pilot: pilotOf(version),
		date: version.date,
		receipt: receiptPath(version.versionId),
		counts: Boolean(version.counts),
		warnings: version.warnings.length,
	};
}

function pilotOf({ startNumber, name, surname }: Stored): string {
	return `${startNumber} ${surname} ${name}`;
}

function labelOf(entries: readonly MatchedEntry[], id: string): string {
	const entry = entries.find((one) => one.id === id);
	return entry ? `${entry.startNumber} ${entry.surname}` : "";
}

export type LogsPage = Awaited<ReturnType<typeof readLogsPage>>;
export type WaitingLog = LogsPage["waiting"][number];
