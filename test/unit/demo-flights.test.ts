import { expect, test } from "vitest";
import type { CheckedSpace } from "~db/schema";
import { newestEdition } from "~editions/index";
import { demo } from "~test/support/demo";
import { flyingDateOf } from "../../scripts/demo/flying-day";
import { demoHeight } from "../../scripts/demo/relief";

const { rows } = demo;
const idToday = rows.competitionDays.find(({ date }) => date === flyingDateOf(newestEdition()))?.id;
/** Of the days that have been flown. */
const flownSheets = rows.dayScores.filter(({ dayId }) => dayId !== idToday);

test("everybody who launched before today has delivered a log of a flight that fits the status", () => {
	for (const { dayId, sheet } of flownSheets)
		for (const { registrationId, status, flight } of sheet.rows) {
			const state = rows.pilotDays.find(
				(row) => row.dayId === dayId && row.registrationId === registrationId,
			)?.status;
			expect(flight === null).toBe(state === "DNF");
			if (state === "DNF") expect(status).toBe("dnf");
			// A pilot who landed in a field is home by now.
			else expect(["finished", "out"]).toContain(status);
			if (state === "OUTLANDING") expect(status).toBe("out");
		}
	expect(rows.igcFileVersions.length).toBeGreaterThan(rows.igcFiles.length);
	const keys = new Set(demo.files.map(({ key }) => key));
	for (const { key, warnings } of rows.igcFileVersions) {
		expect(keys).toContain(key);
		expect(warnings.map(({ reason }) => reason)).not.toContain("wrongDay");
	}
});

test("the invented ground of the demo lies below its flights, and is where they land", () => {
	const { elevation } = newestEdition().airfield;
	for (const { receipt } of rows.igcFileVersions) {
		if (!receipt.trace) throw new Error("a flight of the demo has no trace");
		const { latitudes, longitudes, altitudes } = receipt.trace;
		const above = latitudes.map(
			(latitude, index) => (altitudes[index] ?? 0) - demoHeight(latitude, longitudes[index] ?? 0),
		);
		expect(Math.min(...above)).toBeGreaterThan(-1);
		// A log that breaks off ends in the air.
		if (altitudes.at(-1) === elevation) expect(Math.abs(above.at(-1) ?? 0)).toBeLessThan(1);
	}
});

test("every log names the recorder of its entry, and no two competitors have one", () => {
	const entryOf = new Map(rows.igcFiles.map(({ id, registrationId }) => [id, registrationId]));
	const owners = new Map<string, string>();
	for (const { igcFileId, receipt, warnings } of rows.igcFileVersions) {
		const { maker, serial } = receipt.figures.recorder;
		const owner = entryOf.get(igcFileId) ?? "";
		expect(owners.get(maker + serial) ?? owner).toBe(owner);
		owners.set(maker + serial, owner);
		expect(JSON.stringify(warnings)).not.toContain("otherRecorder");
	}
	expect(owners.size).toBeGreaterThan(20);
});

test("the scorer finds an engine, two missed zones, an airspace, high starts and late logs", () => {
	const found = flownSheets.flatMap(({ sheet }) =>
		sheet.rows.flatMap(({ flight }) => flight?.findings ?? []),
	);
	const count = (kind: string) => found.filter((finding) => finding.kind === kind).length;
	expect({
		engine: count("engine"),
		pointMissed: count("pointMissed"),
		airspace: count("airspace"),
		logLate: count("logLate"),
	}).toEqual({ engine: 1, pointMissed: 2, airspace: 1, logLate: 2 });
	expect(count("startHigh")).toBeGreaterThan(2);
	for (const kind of ["RT", "AAT"]) {
		const ends = flownSheets
			.filter(({ sheet }) => sheet.task.kind === kind)
			.flatMap(({ sheet }) => sheet.rows.map(({ status }) => status));
		expect(ends, kind).toEqual(expect.arrayContaining(["finished", "out"]));
	}
});

test("flights climb at 1 to 4 m/s, and pilots are of different skill", () => {
	for (const { receipt } of rows.igcFileVersions) {
		const { climbs } = receipt;
		const rate = (climbs?.gain ?? 0) / (climbs?.climbSeconds ?? 1);
		expect(rate).toBeGreaterThan(1);
		expect(rate).toBeLessThan(4);
	}
	for (const { sheet } of rows.dayScores) {
		const speeds = sheet.rows.flatMap(({ speedKmh }) => speedKmh ?? []);
		expect(Math.max(...speeds)).toBeLessThan(125);
		expect(Math.min(...speeds)).toBeLessThan(0.9 * Math.max(...speeds));
	}
});

test("official points from elsewhere are ours but for two small differences, those that became official here are ours", () => {
	for (const { competitionClassId, dayId, sheet, state = "preliminary" } of flownSheets) {
		if (state === "unofficial") continue;
		const differences = sheet.rows.flatMap(({ registrationId, points }) => {
			const official = rows.dailyResults.find(
				(row) =>
					row.competitionClassId === competitionClassId &&
					row.dayId === dayId &&
					row.registrationId === registrationId,
			);
			return official?.points === points ? [] : [(points ?? 0) - (official?.points ?? 0)];
		});
		expect(differences).toHaveLength(state === "official" ? 0 : 2);
		expect(Math.max(0, ...differences)).toBeLessThanOrEqual(50);
	}
});

test("the demo has waypoints and airspace in force, all of which can be read", () => {
	expect(rows.charts.map(({ kind, inForce, complaints }) => ({ kind, inForce, complaints }))).toEqual([
		{ kind: "waypoints", inForce: true, complaints: [] },
		{ kind: "airspace", inForce: true, complaints: [] },
	]);
});

test("one flight of the demo is in the restricted area, and no other flight is in any airspace that is judged", () => {
	const intrusions = rows.flightResults.flatMap(({ spaces }) =>
		(spaces as readonly CheckedSpace[]).filter(({ judged }) => judged),
	);
	expect(intrusions.map(({ name }) => name)).toEqual(["LKR 41 Jestřábí"]);
	expect(intrusions[0]?.depthM).toBeGreaterThan(100);
});

test("the news of the flying day agrees with its tasks, and who landed in a field is out, not missing", () => {
	const item = rows.news.find(({ title }) => title.startsWith("Dnes letíme"));
	for (const { rules, briefing, kind } of rows.tasks.filter(({ dayId }) => dayId === idToday)) {
		expect(item?.body).toContain(kind === "AAT" ? "úlohu s\u00a0prostory" : "rychlostní úlohu");
		for (const time of [briefing?.gridTime, briefing?.firstLaunch])
			expect(item?.body).toContain(time?.slice(0, 5).replace(":", "."));
		expect(rules.logDeadlineS).toBeGreaterThan(2 * 3_600);
	}
	const today = rows.dayScores.filter(({ dayId }) => dayId === idToday);
	const landedOut = rows.pilotDays.filter(
		({ dayId, status }) => dayId === idToday && status === "OUTLANDING",
	);
	expect(landedOut).not.toEqual([]);
	for (const { registrationId } of landedOut)
		for (const { sheet } of today)
			expect(sheet.rows.find((row) => row.registrationId === registrationId)?.status ?? "out").not.toBe(
				"missing",
			);
});

test("the flights of a task find one wind in their circles", () => {
	const flown = new Set(rows.flightResults.map(({ taskId }) => taskId));
	expect(flown.size).toBeGreaterThan(2);
	for (const task of flown) {
		const winds = rows.flightResults
			.filter(({ taskId }) => taskId === task)
			.map(({ analysis }) => analysis?.winds[0]?.kmh ?? Number.NaN);
		expect(Math.max(...winds) - Math.min(...winds)).toBeLessThan(1);
	}
});
