import { describe, expect, test } from "vitest";
import { colourOf, type Pen } from "~/browser/replay/canvas";
import { emphasise } from "~/browser/replay/emphasis";
import { firstView, glidersOf } from "~/browser/replay/flight";
import { ReplayClock } from "~/browser/replay/replay-clock";
import type { ReplayData } from "~/browser/replay/replay-data";
import { addressOf, showAsked } from "~/browser/replay/shared-view";
import { drawNames, traceTrack } from "~/browser/replay/still-layer";
import { packTrack } from "~/lib/flights/replay/pack-flights";

/** A degree is 100 units wide; at the equator it is as high. */
const viewport = { width: 1000, height: 1000, west: -5, east: 5, south: -4.99, north: 4.99 };
const data = (flights: readonly string[], points: ReplayData["points"]): ReplayData => ({
	pack: "",
	viewport,
	points,
	flights: flights.map((id) => ({
		id,
		log: id,
		number: id,
		name: id,
		place: null,
		start: null,
		finish: null,
		reached: [],
	})),
	texts: {} as ReplayData["texts"],
});

type Fix = readonly [time: number, latitude: number, longitude: number];

function trackOf(fixes: readonly Fix[]) {
	const column = (read: (fix: Fix) => number) => Float64Array.from(fixes, read);
	return {
		length: fixes.length,
		times: column(([time]) => time),
		latitudes: column(([, latitude]) => latitude),
		longitudes: column(([, , longitude]) => longitude),
		heights: column(() => 1_000),
	};
}

const gliders = (flights: Readonly<Record<string, readonly Fix[]>>, points: ReplayData["points"] = []) => {
	const tracks = Object.entries(flights).map(([id, fixes]) => [id, packTrack(trackOf(fixes))] as const);
	const page = data(Object.keys(flights), points);
	return { page, all: glidersOf(page, new Map(tracks)) };
};

const task = [
	[0, 0],
	[1, 1],
	[0, 0],
] as const;

describe("the first view", () => {
	test("is the task and the tracks near it, not who flew far away", () => {
		const { page, all } = gliders(
			{
				near: [
					[0, 0, 0],
					[600, 1.1, 0.5],
				],
				far: [
					[0, 0, 0],
					[600, -4, 4],
					[900, 0.5, -0.1],
				],
			},
			task,
		);
		const { left, right, top, bottom } = firstView(all, page);
		expect([left, right, top, bottom].map(Math.round)).toEqual([490, 600, 390, 500]);
	});

	test("is the task when all flew elsewhere", () => {
		const { page, all } = gliders(
			{
				far: [
					[0, -4, -4],
					[600, -4, -3],
				],
			},
			task,
		);
		expect(Object.values(firstView(all, page)).map(Math.round)).toEqual([500, 600, 400, 500]);
	});

	test("is all tracks on the viewport without a task", () => {
		const { page, all } = gliders({
			one: [
				[0, 2, 2],
				[600, 3, 3],
				[900, 50, 60],
			],
		});
		expect(Object.values(firstView(all, page)).map(Math.round)).toEqual([700, 800, 200, 300]);
	});
});

describe("across a gap of hours", () => {
	const fixes: readonly Fix[] = [
		[0, 0, 0],
		[1_800, 0, 1],
		[9_001, 1, 1],
		[9_600, 1, 2],
	];

	test("a track has no line, and across half an hour it has", () => {
		const { all } = gliders({ one: fixes });
		const [glider] = all;
		const drawn: string[] = [];
		const pen = { moveTo: () => drawn.push("move"), lineTo: () => drawn.push("line") };
		if (glider) traceTrack(pen, glider, { scale: 1, x: 0, y: 0 }, viewport);
		expect(drawn).toEqual(["move", "line", "move", "line"]);
	});

	test("a glider waits where it was lost, and is not in the air", () => {
		const [glider] = gliders({ one: fixes }).all;
		const at = (time: number) => {
			glider?.seek(time);
			return [Math.round(glider?.x ?? 0), Math.round(glider?.y ?? 0), glider?.isInAir];
		};
		expect(at(900)).toEqual([550, 500, true]);
		expect(at(5_000)).toEqual([600, 500, false]);
		expect(at(9_001)).toEqual([600, 400, true]);
		expect(at(20_000)).toEqual([700, 400, false]);
	});
});

test("of many flights the podium, stars and the followed one stand out, the others are grey; of few each has a colour", () => {
	const from = Date.UTC(2025, 6, 14, 12) / 1000;
	const fixes: readonly Fix[] = [
		[from, 0, 0],
		[from + 3_600, 0, 1],
	];
	const { all } = gliders(
		Object.fromEntries(["A", "B", "C", "D", "E", "F", "G", "H"].map((name) => [name, fixes])),
	);
	const placed = (glider: ReturnType<typeof gliders>["all"][number], place: number | null) =>
		Object.assign(glider, { isShown: true, flight: { ...glider.flight, place } });
	const scored = all.map((glider, index) => placed(glider, index + 1));
	emphasise(scored, scored[4] ?? null, new Set([scored[5]?.flight.id]));
	expect(scored.map(({ medal }) => medal)).toEqual([0, 1, 2, null, null, null, null, null]);
	expect(scored.map(({ isQuiet }) => isQuiet)).toEqual([false, false, false, true, false, false, true, true]);
	for (const glider of scored.slice(5)) glider.isShown = false;
	emphasise(scored, null, new Set());
	expect(scored.some(({ isQuiet }) => isQuiet)).toBe(false);
	// Nobody is scored: there is no leader to begin with.
	for (const glider of scored) placed(glider, null);
	emphasise(scored, null, new Set());
	expect(scored.some(({ isQuiet, medal }) => isQuiet || medal !== null)).toBe(false);
});

describe("a link to a replay", () => {
	/** From 14:00 to 15:00 in Prague. */
	const from = Date.UTC(2025, 6, 14, 12) / 1000;
	const hour: readonly Fix[] = [
		[from, 0, 0],
		[from + 3_600, 0, 1],
	];
	const open = (
		search: string,
		flights: Parameters<typeof gliders>[0] = { "7K": hour, U2: hour, "D 3": hour },
	) => {
		const { all } = gliders(flights);
		const clock = new ReplayClock(all);
		showAsked(search, all, clock);
		const shown = all.filter(({ isShown }) => isShown).map(({ flight }) => flight.number);
		return { all, clock, shown, after: clock.time - from };
	};
	const address = ({ all, clock }: ReturnType<typeof open>) =>
		addressOf(new URL("https://cup.test/days/3/replay?class=club"), all, clock).search;

	test("shows whom and when it says, and is the address of just that", () => {
		const asked = open("?class=club&pilots=7k,d3&t=14:32:10");
		expect([asked.shown, asked.after]).toEqual([["7K", "D 3"], 1_930]);
		expect(address(asked)).toBe("?class=club&pilots=7K,D3&t=14:32:10");
	});

	test("two that are shown alone have the colours of their comparison, in the order of the address", () => {
		const asked = open("?class=club&pilots=d3,7k");
		expect(asked.all.map(({ pairPlace }) => pairPlace)).toEqual([1, null, 0]);
		expect(address(asked)).toContain("pilots=D3,7K");
		const look = { isDark: false, pair: ["blue", "red"], medals: [], muted: "grey" } as const;
		expect(asked.all.map((glider) => colourOf(glider, look))).toEqual([
			"red",
			expect.stringContaining("oklch"),
			"blue",
		]);
		expect(address(open("?pilots=u2,7k", { "7K": hour, U2: hour }))).toContain("pilots=U2,7K");
		expect(open("?pilots=d3").all.map(({ pairPlace }) => pairPlace)).toEqual([null, null, null]);
	});

	test("of all flights names nobody; since the start of each says so", () => {
		expect(address(open("?t=14:05"))).toBe("?class=club&t=14:05:00");
		const together = open("?t=0:10:00&together");
		expect(together.clock.mode).toBe("together");
		expect(address(together)).toBe("?class=club&t=0:10:00&together=1");
	});

	test("of nobody whom the class knows shows all; a time that is none begins as usual", () => {
		const usual = open("");
		for (const search of ["?pilots=&t=", "?pilots=XX,<b>&t=now", "?t=99:99", "?t=25:61:00"]) {
			const { shown, after } = open(search);
			expect([shown, after]).toEqual([["7K", "U2", "D 3"], usual.after]);
		}
		expect(open("?t=03:00:00").after).toBe(0);
		expect(open("?t=23:00:00").after).toBe(3_600);
	});
});

test("names stand where the server has put them, and beside their dots where the screen ends", () => {
	const drawn: (readonly [text: string, x: number, y: number])[] = [];
	const nothing = () => undefined;
	const pen = {
		arc: nothing,
		beginPath: nothing,
		fill: nothing,
		strokeText: nothing,
		measureText: (text: string) => ({ width: 10 * text.length }),
		fillText: (...name: [string, number, number]) => drawn.push(name),
	};
	const name = (text: string, x: number, dx: number, dy: number, anchor: string) => ({
		...{ text, x, y: 100, colour: "", dx, dy, anchor },
	});
	const names = [
		name("right", 100, 12, 0.5, "start"),
		name("left", 100, -12, 0.5, "end"),
		name("above", 100, 0, -1, "middle"),
		name("covered", 110, 12, 0.5, "start"),
		name("edge", 480, 12, 0.5, "start"),
		name("begin", 60, -12, 4, "end"),
		name("middle", 55, 0, 2, "middle"),
	];
	const room = { width: 1000, height: 1000, begin: 100, end: 1000 };
	drawNames(pen as unknown as Pen, { names }, { scale: 2, x: 0, y: 0 }, { ground: "" }, room);
	expect(drawn).toEqual([
		["right", 206, 206],
		["left", 154, 206],
		["above", 175, 188],
		["edge", 914, 206],
		["begin", 126, 248],
		["middle", 100, 224],
	]);
});
