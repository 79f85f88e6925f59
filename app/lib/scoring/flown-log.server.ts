import type { Ctx } from "~/lib/context";
import { readKeptLog } from "~/lib/flights/complete-record.server";
import { readFlownAs, type ShiftedLog } from "~/lib/flights/flown-as";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { type FlightLog, gapSeconds, momentOf } from "~/lib/flights/igc-file/flight-log";
import { fillGaps, joinLogs, type Pause } from "~/lib/flights/igc-file/join-logs";
import { at } from "~/lib/numbers";
import type { Finding, FindingKind, FlightResult } from "~db/schema";
import type { logsOfClass } from "./scoring-queries.server";

type Log = Awaited<ReturnType<typeof logsOfClass>>[number];

/** The recording of one flight, of all its pieces and of what backups fill. */
export interface FlownLog {
	/** Size of the files. */
	readonly bytes: number;
	/** Null when it cannot be read. */
	readonly log: FlightLog | null;
	readonly findings: readonly Finding[];
	/** Whether it is of several files. */
	readonly isJoined: boolean;
}

const ofPieces: ReadonlySet<FindingKind> = new Set<FindingKind>([
	"backupDiffers",
	"backupUsed",
	"pieces",
	"seam",
]);
/** Most gaps of a flight that are kept, and pauses that are listed. */
const mostPauses = 20;

/** Reads what is evaluated as the flight of a log. Null when the bucket does not give all of it. @param logs of the class */
export async function readFlown(ctx: Ctx, { flownAs }: Log, logs: readonly Log[]): Promise<FlownLog | null> {
	const { pieces, backups } = readFlownAs(flownAs);
	const [first, ...others] = await Promise.all(pieces.map((part) => readPart(ctx, part, logs)));
	if (!first || others.includes(null)) return null;
	const fills = await Promise.all(backups.map((part) => readPart(ctx, part, logs)));
	const bytes = [first, ...others, ...fills].reduce((sum, part) => sum + (part?.size ?? 0), 0);
	if (!first.log) return { bytes, log: null, findings: [], isJoined: false };
	const readable = others.flatMap((part) => part?.log ?? []);
	const joined = joinLogs([first.log, ...readable]);
	const findings = [
		...piecesFinding(1 + readable.length),
		...joined.seams.map((seam) => pauseFinding("seam", joined.log, seam)),
	];
	let { log } = joined;
	for (const backup of fills) {
		if (!backup?.log) continue;
		const { log: filledLog, filled, differsM } = fillGaps(log, backup.log);
		const { recorder } = backup.log;
		const named = { recorder: `${recorder.maker} ${recorder.serial}` };
		if (differsM !== null)
			findings.push({
				kind: "backupDiffers",
				at: null,
				value: differsM,
				proposedPoints: 0,
				point: null,
				...named,
			});
		for (const pause of filled.slice(0, mostPauses))
			findings.push({ ...pauseFinding("backupUsed", log, pause), ...named });
		log = filledLog;
	}
	return { bytes, log, findings, isJoined: pieces.length + backups.length > 1 };
}

/** Says that a flight was put together. @param files that have been read */
function piecesFinding(files: number): Finding[] {
	return files > 1 ? [{ kind: "pieces", at: null, value: files, proposedPoints: 0, point: null }] : [];
}

/** Null when the bucket does not give it. */
async function readPart(ctx: Ctx, { sha256, clockShift }: ShiftedLog, logs: readonly Log[]) {
	const part = logs.find((one) => one.sha256 === sha256);
	return part ? readKeptLog(ctx, { key: part.key, clockShift }) : null;
}

function pauseFinding(kind: FindingKind, { date }: FlightLog, { from, to }: Pause): Finding {
	return { kind, at: momentOf(date, from), value: Math.round(to - from), proposedPoints: 0, point: null };
}

/** A result with its gaps, and what was found about the pieces of its recording. */
export function withPieces(result: FlightResult, flight: Flight, findings: readonly Finding[]): FlightResult {
	const gaps = gapsOf(flight);
	const others = result.findings.filter(({ kind }) => !ofPieces.has(kind));
	return { ...result, ...(gaps.length > 0 ? { gaps } : {}), findings: [...others, ...findings] };
}

/** The gaps in the air, in milliseconds since 1970. */
function gapsOf({ fixes, positions, spans, log }: Flight): FlightResult["gaps"] & object {
	const gaps: [number, number][] = [];
	for (let place = 1; place < positions.length && gaps.length < mostPauses; place++) {
		const [before, behind] = [at(positions, place - 1), at(positions, place)];
		const [from, to] = [at(fixes.times, before), at(fixes.times, behind)];
		if (to - from <= gapSeconds || !spans.some(({ first, last }) => before >= first && behind <= last))
			continue;
		gaps.push([momentOf(log.date, from), momentOf(log.date, to)]);
	}
	return gaps;
}
