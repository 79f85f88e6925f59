import { expect, test } from "vitest";
import { textsOf } from "~/lib/i18n/i18n.server";
import { findingText, isForScorer, listedFindings } from "~/lib/scoring/finding-values";
import type { Finding } from "~db/schema";

const about = (kind: Finding["kind"], name: string, outDistanceM: number | null = null): Finding => ({
	...{ kind, at: 1_000, value: null, proposedPoints: 0, point: null },
	space: { name, until: 2_000, sidewaysM: 10, verticalM: null, outDistanceM },
});

const of = (kind: Finding["kind"]): Finding => ({
	...{ kind, at: null, value: 3, proposedPoints: 0, point: null },
});

const lines = (findings: readonly Finding[]) =>
	listedFindings(findings).map((one) => findingText(textsOf("en").t, one, [], "en"));

test("the spaces of a flight that are not judged are one line with their number, where the first of them stood", () => {
	const late: Finding = { kind: "logLate", at: null, value: 5, proposedPoints: 10, point: null };
	const said = lines([
		about("airspaceUnjudged", "Les"),
		late,
		about("airspaceUnjudged", "Rybník"),
		about("airspace", "Vrch"),
		about("airspaceUnjudged", "Louka"),
	]);
	expect(said).toHaveLength(3);
	expect(said[0]).toContain("3 airspaces that are not judged");
	expect(said[0]).toContain("Les, Rybník, Louka");
	expect(said[2]).toContain("Vrch");
});

test("a single one is a line as ever, and one that may end the flight stays by itself", () => {
	const one = [about("airspaceUnjudged", "Les")];
	expect(listedFindings(one)).toBe(one);
	const asks = [about("airspaceUnjudged", "Les"), about("airspaceUnjudged", "Vrch", 50_000)];
	expect(listedFindings(asks)).toBe(asks);
	expect(listedFindings([])).toEqual([]);
});

test.each([
	["gap", "no fixes for 38 min 15 s; a straight line is presumed (Les)"],
	["seam", "no fixes for 38 min 15 s between two files of the flight"],
	["backupCovers", "no fixes for 38 min 15 s: the backup LXV 6MS covers it"],
	["backupUsed", "38 min 15 s come from the backup LXV 6MS"],
	["engine", "engine running for 38 min 15 s; the flight is scored up to there"],
	["engineNoise", "engine noise between 500 and 700 for 38 min 15 s; no points are lost by that"],
	["enginePeak", "engine noise for 38 min 15 s"],
	["engineRun", "engine running again for 38 min 15 s"],
	["pevOutside", "start 38 min 15 s outside the window of the event marker"],
	["startHigh", "start 2,295 m too high"],
	["logLate", "log sent 2,295 min after its deadline"],
] as const)("what lasts long is told in minutes, and what does not last is not: %s", (kind, text) => {
	const finding = { kind, at: 1_000, value: 2295, proposedPoints: 0, point: 0, recorder: "LXV 6MS" };
	const said = findingText(textsOf("en").t, finding, ["Les"], "en");
	expect(said.replaceAll("\u00a0", " ")).toBe(text);
});

test.each<[string, Finding, boolean]>([
	["proposes points", { ...of("startHigh"), proposedPoints: 42 }, true],
	["may end the flight", about("airspace", "CTR", 50_000), true],
	["stands for others", of("tooManyFindings"), true],
	["holds the points", of("clockWrong"), true],
	["is of a log that is too irregular", of("tooIrregular"), true],
	["says what was put together", of("pieces"), false],
	["says what a backup gave", of("backupUsed"), false],
	["is of the recorder alone", of("pressureSensor"), false],
	["is of the engine and proposes nothing", of("engineNoise"), false],
	["says what was left out", of("zeroPositions"), false],
])("a finding that %s is the scorer's to decide or not, by what it is", (_, finding, isTheirs) => {
	expect(isForScorer(finding)).toBe(isTheirs);
});
