import { expect, test } from "vitest";
import { cornersOf, kindOfAirspace } from "~/lib/tasks/airspace/airspace";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import type { Airspace, AirspaceLimit } from "~db/schema";
import { randomOf } from "../../scripts/demo/random";
import { randomOpenAir } from "../support/random-openair";
import { scaled } from "../support/scale";
import { readAgain, type SecondSpace } from "../support/second-openair";

/* Invented files are read twice, by the app and by a second reader, which knows the format alone: they agree on every space. */

/** Metres: chords lie within one of their arc, and the second reader measures within decimetres. */
const agreement = 2;

const spacesOfFile = 40;

interface Place {
	readonly latitude: number;
	readonly longitude: number;
}

/** Metres from a place to the nearest side of an outline. */
function distance({ latitude, longitude }: Place, outline: readonly Place[]): number {
	const [north, east] = [111_250, 111_320 * Math.cos((latitude * Math.PI) / 180)];
	const xOf = (corner: Place | undefined) => ((corner?.longitude ?? 0) - longitude) * east;
	const yOf = (corner: Place | undefined) => ((corner?.latitude ?? 0) - latitude) * north;
	let [x, y] = [xOf(outline.at(-1)), yOf(outline.at(-1))];
	let least = Number.POSITIVE_INFINITY;
	for (const corner of outline) {
		const [nextX, nextY] = [xOf(corner), yOf(corner)];
		const [alongX, alongY] = [nextX - x, nextY - y];
		const square = alongX * alongX + alongY * alongY;
		const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / square));
		least = Math.min(least, Math.hypot(x + share * alongX, y + share * alongY));
		[x, y] = [nextX, nextY];
	}
	return least;
}

/** Drops corners that repeat the one before. */
function distinct(corners: readonly Place[]): Place[] {
	const rounded = corners.map(({ latitude, longitude }) => ({
		latitude: Math.round(latitude * 1e6) / 1e6,
		longitude: Math.round(longitude * 1e6) / 1e6,
	}));
	return rounded.filter((one, index) => {
		const before = rounded.at(index - 1);
		return before?.latitude !== one.latitude || before.longitude !== one.longitude;
	});
}

function expectSame(space: Airspace, again: SecondSpace): void {
	expect(space.name).toBe(again.name);
	expect(kindOfAirspace(space)).toBe(again.kind);
	for (const [one, other] of [
		[space.floor, again.floor],
		[space.ceiling, again.ceiling],
	] as [AirspaceLimit, AirspaceLimit][]) {
		expect(one.reference).toBe(other.reference);
		expect(Math.abs(one.value - other.value)).toBeLessThan(0.11);
	}
	const corners = cornersOf(space);
	if (!again.hasArcs) {
		const others = distinct(again.corners);
		expect(corners).toHaveLength(others.length);
		for (const [index, { latitude, longitude }] of others.entries()) {
			expect(Math.abs((corners[index]?.latitude ?? 0) - latitude)).toBeLessThan(1.5e-6);
			expect(Math.abs((corners[index]?.longitude ?? 0) - longitude)).toBeLessThan(1.5e-6);
		}
		return;
	}
	const apart = [
		...corners.map((corner) => distance(corner, again.corners)),
		...again.corners.map((corner) => distance(corner, corners)),
	];
	expect(Math.max(...apart)).toBeLessThan(agreement);
}

/** Spaces that a message says are missing, with its line. */
function missingIn(complaints: ReturnType<typeof readOpenAir>["complaints"]): [string, number][] {
	return complaints.flatMap(({ line, complaint }) => {
		const [key = "", query = ""] = complaint.split("?");
		const values = new URLSearchParams(query);
		const isWhole = /\.(noClass|noLimits|noOutline|upsideDown)$/.test(key);
		const name = values.get("space") ?? (isWhole ? values.get("text") : null);
		return name === null || line === null ? [] : [[name, line]];
	});
}

test("the app and the second reader agree on spaces, kinds, limits, corners, and on what is missing", () => {
	const files = Math.ceil(scaled(2_000) / spacesOfFile);
	const random = randomOf("second openair");
	const counts = { read: 0, missing: 0, uneven: 0 };
	for (let file = 0; file < files; file += 1) {
		const text = randomOpenAir(random, spacesOfFile);
		const { airspaces, complaints } = readOpenAir(text);
		const again = readAgain(text);
		expect(missingIn(complaints)).toEqual(again.missing.toSorted(([, one], [, other]) => one - other));
		expect(airspaces.map(({ name }) => name)).toEqual(again.spaces.map(({ name }) => name));
		for (const [index, space] of airspaces.entries()) expectSame(space, again.spaces[index] as SecondSpace);
		const uneven = complaints.filter(({ complaint }) => complaint.startsWith("task.file.unevenArc"));
		expect(uneven.map(({ line }) => line)).toEqual(again.uneven);
		counts.read += airspaces.length;
		counts.missing += again.missing.length;
		counts.uneven += again.uneven.length;
	}
	// The files have enough of everything to disagree about.
	expect(counts.read).toBeGreaterThan(files * 20);
	expect(counts.missing).toBeGreaterThan(files * 4);
	expect(counts.uneven).toBeGreaterThan(files / 2);
});
