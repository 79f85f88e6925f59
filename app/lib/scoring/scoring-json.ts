import type { TFunction } from "i18next";
import { z } from "zod";
import { versionLetter } from "~/lib/tasks/task-content";
import { resultStatuses, rowStatuses } from "~db/enums";
import type { DayScores, Finding, ScoredRow } from "~db/schema";
import type { ClassScores } from "./class-scores.server";
import { findingText } from "./finding-values";
import type { ScoredPilot } from "./scored-pilots.server";

const overrideJson = z.object({
	start: z.string().nullable(),
	finish: z.string().nullable(),
	distanceM: z.number().nullable(),
	timeS: z.number().nullable(),
	handicap: z.number().nullable(),
	out: z.boolean().nullable(),
	/** Absent when the scorer says nothing of it; null is what the day keeps. */
	glider: z.object({ name: z.string().nullable(), registrationNumber: z.string().nullable() }).optional(),
});

const findingJson = z.object({
	kind: z.string(),
	at: z.iso.datetime().nullable(),
	valueM: z.number().nullable(),
	proposedPoints: z.number(),
	text: z.string(),
});

/** The last three are for admins. */
export const scoredRowJson = z.object({
	pilot: z.object({ _id: z.string(), startNumber: z.string(), name: z.string(), surname: z.string() }),
	startNumber: z.string(),
	handicap: z.number(),
	status: z.enum(rowStatuses).exclude(["withheld"]),
	start: z.iso.datetime().nullable(),
	finish: z.iso.datetime().nullable(),
	distanceM: z.number().nullable(),
	timeS: z.number().nullable(),
	speedKmh: z.number().nullable(),
	points: z.number().nullable(),
	penalty: z.number(),
	rank: z.int().nullable(),
	guest: z.boolean(),
	findings: z.array(findingJson),
	penalties: z.array(z.object({ points: z.number(), text: z.string() })).optional(),
	override: overrideJson.nullable().optional(),
	official: z
		.object({ points: z.number(), distanceM: z.number().nullable(), speedKmh: z.number().nullable() })
		.nullable()
		.optional(),
});

export const scoringJson = z.object({
	status: z.enum(["preliminary", "official", "cancelled", "none"]),
	published: z.boolean(),
	/** How final the results are: our own scores, or those from elsewhere that count instead. */
	state: z.enum(resultStatuses),
	stateSince: z.iso.datetime().nullable(),
	protestsUntil: z.iso.datetime().nullable(),
	/** 1, and one more with each reopening. */
	revision: z.int(),
	task: z.object({ _id: z.string(), version: z.string() }).nullable(),
	computedAt: z.iso.datetime().nullable(),
	engine: z.string().nullable(),
	logs: z.int(),
	expected: z.int(),
	presumed: z.int(),
	/** How many logs are evaluated anew, and of how many; null when the rows are of all of them. */
	evaluating: z.object({ done: z.int(), of: z.int() }).nullable(),
	day: z
		.object({
			pm: z.number(),
			f: z.number(),
			fcr: z.number(),
			pdm: z.number(),
			pvm: z.number(),
			n: z.int(),
			n1: z.int(),
			n2: z.int(),
			doM: z.number(),
			voKmh: z.number(),
			toS: z.number().nullable(),
		})
		.nullable(),
	rows: z.array(scoredRowJson),
});

/** Findings whose value is no length. */
const otherUnits: ReadonlySet<Finding["kind"]> = new Set([
	"clock",
	"clockWrong",
	"engine",
	"engineNoise",
	"enginePeak",
	"engineRun",
	"gap",
	"logLate",
	"pevOutside",
	"pieces",
	"startTooFast",
	"tooFast",
	"zeroPositions",
]);

const isoOf = (milliseconds: number | null) =>
	milliseconds === null ? null : new Date(milliseconds).toISOString();

/** @param t English texts */
export function toScoringJson(
	{ status, areScoresShown, stored, pilots, official, elsewhere }: ClassScores,
	forAdmin: boolean,
	t: TFunction,
): z.infer<typeof scoringJson> {
	const shown = forAdmin || areScoresShown ? stored : null;
	const sheet = shown?.sheet ?? null;
	return {
		status,
		published: stored?.published ?? false,
		state: elsewhere ? "official" : (shown?.state ?? "preliminary"),
		stateSince: (elsewhere?.updatedAt ?? shown?.stateSince)?.toISOString() ?? null,
		protestsUntil: (!elsewhere && shown?.protestsUntil?.toISOString()) || null,
		revision: shown?.revision ?? 1,
		task: sheet && { _id: sheet.task.id, version: versionLetter(sheet.task.number) },
		computedAt: shown?.computedAt.toISOString() ?? null,
		engine: shown?.engine ?? null,
		logs: sheet?.logs ?? 0,
		expected: sheet?.expected ?? 0,
		presumed: sheet?.day.presumed ?? 0,
		evaluating: sheet?.evaluating ?? null,
		day: sheet && toDayJson(sheet.day),
		rows: (sheet?.rows ?? []).flatMap((row) => {
			const pilot = pilots.find(({ registrationId }) => registrationId === row.registrationId);
			if (!pilot || !sheet) return [];
			const json = toScoredRowJson(row, pilot, sheet.task, t);
			if (!forAdmin) return [json];
			const stated = official.get(row.registrationId);
			return [
				{
					...json,
					penalties: row.penalties.map(({ points, text }) => ({ points, text })),
					override: row.override,
					official: stated
						? { points: stated.points, distanceM: stated.distanceM, speedKmh: stated.speedKmh }
						: null,
				},
			];
		}),
	};
}

function toDayJson({ pm, f, fcr, pdm, pvm, n, n1, n2, doM, voKmh, toS }: DayScores["day"]) {
	return { pm, f, fcr, pdm, pvm, n, n1, n2, doM, voKmh, toS };
}

function toScoredRowJson(
	row: ScoredRow,
	{ registrationId, startNumber, name, surname }: ScoredPilot,
	task: DayScores["task"],
	t: TFunction,
): z.infer<typeof scoredRowJson> {
	// A log that nobody has confirmed may be another pilot's, so its findings say nothing about the competitor.
	const findings = row.held === "unconfirmed" ? [] : (row.flight?.findings ?? []);
	return {
		pilot: { _id: registrationId, startNumber, name, surname },
		startNumber,
		handicap: row.handicap,
		// The API has no word for it. Clients read that there are no points yet.
		status: row.status === "withheld" ? "flying" : row.status,
		start: isoOf(row.start),
		finish: isoOf(row.finish),
		distanceM: row.distanceM,
		timeS: row.timeS,
		speedKmh: row.speedKmh,
		points: row.points,
		penalty: row.penalty,
		rank: row.rank,
		guest: row.guest,
		findings: findings.map((finding) => ({
			kind: finding.kind,
			at: isoOf(finding.at),
			valueM: otherUnits.has(finding.kind) ? null : finding.value,
			proposedPoints: finding.proposedPoints,
			text: findingText(t, finding, task.points, "en"),
		})),
	};
}
