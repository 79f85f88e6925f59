import { expect, test } from "vitest";
import { type Difference, differencesOf } from "~/lib/scoring/compare-official";
import type { FindingKind } from "~/lib/scoring/performance";
import { demo } from "~test/support/demo";

/* The demo shows everything that a scorer meets: the pages of the scores have something to say. */

const { rows } = demo;
const flights = rows.scoreSheets.flatMap(({ sheet }) => sheet.rows);
const sheetsOf = (kind: string) => rows.scoreSheets.filter(({ sheet }) => sheet.task.kind === kind);

test.each(["RT", "AAT"])("a class has flown a task of kind %s, and most are home", (kind) => {
	expect(sheetsOf(kind).length).toBeGreaterThan(0);
	for (const { sheet } of sheetsOf(kind)) expect(sheet.day).toMatchObject({ counts: true, f: 1 });
});

test.each<[FindingKind, object]>([
	["engine", { status: "out" }],
	["pointMissed", { status: "finished" }],
	["airspace", {}],
	["logLate", { status: "finished" }],
	["startHigh", {}],
])("somebody has the finding %s", (kind, flight) => {
	const found = flights.filter((row) => row.flight?.findings.some((finding) => finding.kind === kind));
	expect(found.length).toBeGreaterThan(0);
	for (const row of found) expect(row).toMatchObject(flight);
});

test("somebody has landed out without an engine, on every day", () => {
	for (const { sheet } of rows.scoreSheets) {
		if (sheet.day.presumed > 0) continue;
		const out = sheet.rows.filter(
			({ status, flight }) => status === "out" && !flight?.findings.some(({ kind }) => kind === "engine"),
		);
		expect(out.length).toBeGreaterThan(0);
		for (const { points, distanceM } of out) expect([points, distanceM]).not.toContain(0);
	}
});

test("the official results differ from ours by two small differences in each class, mostly by a penalty", () => {
	const explained: Difference[] = [];
	for (const { competitionClassId, dayId } of rows.resultSheets) {
		const scored = rows.scoreSheets.find(
			(one) => one.competitionClassId === competitionClassId && one.dayId === dayId,
		);
		const compared = (scored?.sheet.rows ?? []).map((row) => {
			const entry = rows.registrations.find(({ id }) => id === row.registrationId);
			const official = rows.dailyResults.find(
				(result) => result.dayId === dayId && result.registrationId === row.registrationId,
			);
			return {
				...row,
				pilot: { startNumber: entry?.startNumber ?? "" },
				findings: row.flight?.findings ?? [],
				official: official ? { points: official.points, handicap: official.handicap ?? null } : null,
			};
		});
		const { differences, handicaps, agreeing } = differencesOf(compared);
		expect(handicaps).toEqual([]);
		expect(differences).toHaveLength(2);
		explained.push(...differences.filter(({ finding }) => finding !== null));
		for (const { points } of differences) expect(Math.abs(points)).toBeLessThanOrEqual(50);
		expect(agreeing).toBeGreaterThan(15);
	}
	expect(explained.length).toBeGreaterThan(rows.resultSheets.length / 2);
});
