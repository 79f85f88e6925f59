import { expect, test } from "vitest";
import { largestScores } from "~/lib/scoring/day-scores";
import { makeDayScores, type ScoringCompetitor } from "~/lib/scoring/make-day-scores";
import { noDecision } from "~/lib/scoring/score-decision";
import type { Finding } from "~db/schema";
import { flightResultOf, outAndReturn } from "../support/flown";
import { home } from "../support/racing-flight";

/* What one flight brings into the sheet of its class. */

const task = {
	...outAndReturn({ scoring: { handicaps: false } }),
	id: "task",
	number: 1,
	date: "2025-07-15",
};
const flight = flightResultOf(task, { hops: home });
const late: Finding = { kind: "logLate", at: 0, value: 5, proposedPoints: 0, point: null };

/** Findings of so many bytes. */
function entered(bytes: number): Finding[] {
	const space = { name: "x".repeat(bytes / 20), until: 0, sidewaysM: 1, verticalM: 1, outDistanceM: null };
	return Array.from({ length: 20 }, () => ({ ...late, kind: "airspace", space }));
}

function competitor(number: number, findings: readonly Finding[]): ScoringCompetitor {
	return {
		registrationId: `entry-${String(number).padStart(3, "0")}`,
		handicap: null,
		isGuest: false,
		state: "HOME",
		stateAt: null,
		isDisqualified: false,
		held: [],
		flightResults: [{ ...flight, otherStarts: Array.from({ length: 16_000 }, (_, at) => at), findings }],
		decision: noDecision,
	};
}

const now = new Date("2025-07-15T18:00:00Z");
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

test("a row has five of the other starts", () => {
	const [row] = makeDayScores(task, [competitor(1, [])], now).rows;
	expect(row?.flight?.otherStarts).toEqual([0, 1, 2, 3, 4]);
});

test("a sheet that would be too large loses the findings of its largest rows, and no points", () => {
	const modest = Array.from({ length: 35 }, (_, number) => competitor(number, entered(2_000)));
	expect(sizeOf(makeDayScores(task, modest, now))).toBeLessThan(largestScores);
	const sheet = makeDayScores(
		task,
		[...modest, competitor(98, entered(400_000)), competitor(99, [late, ...entered(90_000)])],
		now,
	);
	expect(sizeOf(sheet)).toBeLessThanOrEqual(largestScores);
	const without = makeDayScores(task, [...modest, competitor(98, []), competitor(99, [late])], now);
	const points = (rows: typeof sheet.rows) =>
		rows.map(({ registrationId, points, rank }) => [registrationId, points, rank]);
	expect(points(sheet.rows)).toEqual(points(without.rows));
	const kinds = (id: string) =>
		sheet.rows.find(({ registrationId }) => registrationId === id)?.flight?.findings.map(({ kind }) => kind);
	expect(kinds("entry-098")).toEqual(["tooManyFindings"]);
	expect(kinds("entry-099"), "late logs are counted by the sheet").toEqual(["logLate", "tooManyFindings"]);
	expect(kinds("entry-001")).toHaveLength(20);
});
