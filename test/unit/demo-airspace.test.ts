import { expect, test } from "vitest";
import type { Airspace } from "~/lib/airspace/airspace";
import { analyseFlight } from "~/lib/flight-log/analyse-flight";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import { checkAirspace } from "~/lib/scoring/airspace/check-airspace";
import { newestEdition } from "~editions/index";
import { demoOf } from "../../scripts/demo/demo-of";

const { rows, files } = demoOf(newestEdition, { passwordHash: "hash of the demo password", flying: true });

test("the demo has waypoints and airspace in force, all of which can be read", () => {
	expect(rows.charts.map(({ kind, inForce, complaints }) => ({ kind, inForce, complaints }))).toEqual([
		{ kind: "waypoints", inForce: true, complaints: [] },
		{ kind: "airspace", inForce: true, complaints: [] },
	]);
});

test("one flight of the demo is in the restricted area, and no other flight is in any airspace", () => {
	const airspaces = rows.charts.find(({ kind }) => kind === "airspace")?.content as Airspace[];
	const rule = { qnhHpa: 1_017, elevationM: newestEdition.airfield.elevation };
	const current = new Set(rows.igcFiles.map(({ currentVersionId }) => currentVersionId));
	const intrusions = rows.igcFileVersions
		.filter(({ id }) => current.has(id))
		.map(({ key }) => {
			const bytes = files.find((file) => file.key === key)?.bytes ?? new Uint8Array();
			const reading = readFlightLog(bytes);
			return reading.ok ? checkAirspace(airspaces, analyseFlight(reading.log), rule) : [];
		})
		.filter((found) => found.length > 0);
	expect(intrusions.map((found) => found.map(({ name }) => name))).toEqual([["LKR 41 Jestřábí"]]);
	expect(intrusions[0]?.[0]?.depthM).toBeGreaterThan(100);
});
