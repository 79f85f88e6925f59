import { describe, expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { trackOf } from "~/lib/flights/igc-file/track";
import { engineRuns } from "~/lib/scoring/evaluation/engine-runs";
import type { GeneratedFix } from "../../scripts/demo/igc-generator";
import { type Random, randomOf } from "../../scripts/demo/random";
import {
	ahead,
	driveFirst,
	driveHome,
	fileOf,
	footers,
	frozenClock,
	gnss,
	goodFixes,
	linesOf,
	noise,
	pressure,
	reasonsOf,
	unmarked,
	wideLines,
	zeros,
} from "../support/field-logs";
import { read } from "../support/flight-logs";
import { scaled } from "../support/scale";
import { readAgain, type SecondReading } from "../support/second-log-reader";

/* Each fault at a random place and of a random size: the app and the second reader agree on what is left of the log. */

const intervalOf = ([first, second]: readonly GeneratedFix[]) => (second?.time ?? 0) - (first?.time ?? 0);
type FaultyLog = (random: Random, fixes: GeneratedFix[]) => Uint8Array;

const faults: Readonly<Record<string, FaultyLog>> = {
	none: (_, fixes) => fileOf(fixes),
	"fixes ahead": (random, fixes) => {
		const count = random.integer(1, 40);
		const from = random.integer(0, fixes.length - 2 * count - 2);
		const seconds = random.integer(count * intervalOf(fixes) + 1, 7_200);
		return fileOf(ahead(from, count, seconds)(fixes));
	},
	"fixes at 0°/0°": (random, fixes) => {
		const count = random.integer(1, 60);
		const beside = random.pick([0, 0, 0.000_5]);
		const from = random.integer(0, fixes.length - count);
		return fileOf(zeros(from, count, { valid: random.chance(0.7), beside })(fixes));
	},
	"a faulty pressure sensor": (random, fixes) => {
		const from = random.integer(0, Math.floor(fixes.length * 0.7));
		const [value, every, far] = [
			random.integer(-500, 3_000),
			random.integer(2, 9),
			random.integer(501, 2_000),
		];
		const fault = random.pick([
			pressure(0, fixes.length, () => value),
			pressure(0, fixes.length, (_, place) => value + (place % every === 0 ? 1 : 0)),
			pressure(from, fixes.length, () => 0),
			pressure(from, random.integer(1, 300), (altitude) => altitude + far),
			pressure(from, fixes.length, (altitude, place) => altitude + (place % every === 0 ? far : 0)),
		]);
		return fileOf(fault(fixes));
	},
	"faulty GNSS altitudes": (random, fixes) => {
		const from = random.integer(0, fixes.length - 1);
		const [count, every] = [random.integer(1, 300), random.integer(2, 9)];
		const fault = random.pick([
			gnss(from, 1, () => 9_999),
			gnss(from, count, () => 30_000),
			gnss(0, fixes.length, (altitude, place) => (place % every === 0 ? 9_999 : altitude)),
			gnss(0, fixes.length, () => 0),
			unmarked(from, count),
		]);
		return fileOf(fault(fixes));
	},
	"altitudes of six characters": (random, fixes) =>
		fileOf(wideLines(fixes, random.pick(["both", "pressure", "gnss"] as const)), [], "LXXX"),
	"minutes of 60.000": (random, fixes) => {
		const lines = linesOf(fixes).map((line) => {
			const degrees = Number(line.slice(7, 9));
			const isWhole = line.slice(9, 14) === "00000" && degrees > 0 && random.chance(0.5);
			return isWhole ? `${line.slice(0, 7)}${`${degrees - 1}`.padStart(2, "0")}60000${line.slice(14)}` : line;
		});
		return fileOf(lines);
	},
	"times that never move": (_, fixes) => fileOf(frozenClock(fixes)),
	"a drive": (random, fixes) => {
		const interval = intervalOf(fixes);
		const drive = random.pick([driveFirst, driveHome]);
		const stop = { every: random.integer(60, 200), seconds: random.integer(20, 100) };
		const options = {
			speed: random.integer(3, 33),
			seconds: random.integer(120, 1_500),
			...(random.chance(0.5) ? { stop } : {}),
		};
		return fileOf(drive(interval, random.integer(interval, 3_000), options)(fixes));
	},
	"engine noise": (random, fixes) => {
		let noisy = fixes;
		for (let run = random.integer(1, 5); run > 0; run--) {
			const from = random.integer(0, noisy.length - 1);
			noisy = noise(from, random.integer(1, 60), random.integer(400, 999))(noisy);
		}
		return fileOf(noisy);
	},
	"the rest of a mail": (random, fixes) => fileOf(fixes, random.pick(Object.values(footers))),
};

/** Warnings that both judge; the others compare the log with an entry. */
const judged = new Set([
	"clockStands",
	"clockWrong",
	"endsMidRecord",
	"gaps",
	"pressureSensor",
	"unreadable",
	"wideAltitudes",
	"zeroPositions",
]);

function readByApp(file: Uint8Array): SecondReading {
	const flight = analyseFlight(read(file));
	const { fixes, positions, altitudes, spans, takeOff, landing } = flight;
	const timeOf = (index: number | null) => (index === null ? null : (fixes.times[index] ?? null));
	const runs = spans.map((span) => engineRuns(trackOf(flight, span, 0)));
	return {
		times: [...positions].map((index) => fixes.times[index] ?? 0),
		heights: altitudes.kind,
		takeOff: timeOf(takeOff),
		landing: timeOf(landing),
		noise: [
			...runs.flatMap(({ loud }) =>
				loud.map(({ from, to, propels }) => `${propels ? "engine" : "peak"} ${from} ${to}`),
			),
			...runs.flatMap(({ low }) => low.map(({ from, to }) => `low ${from} ${to}`)),
		],
		warnings: reasonsOf(flight)
			.filter((reason) => judged.has(reason))
			.sort(),
	};
}

describe.each(Object.entries(faults))("logs with %s", (kind, fault) => {
	test("are read alike by a second reader", () => {
		for (let log = 0; log < scaled(300); log++) {
			const random = randomOf(`${kind} ${log}`);
			const whole = { latitude: random.integer(1, 60), longitude: random.integer(1, 170) };
			const file = fault(random, goodFixes(random, kind === "minutes of 60.000" ? { flight: whole } : {}));
			expect(readByApp(file), `log ${log}`).toEqual(readAgain(new TextDecoder().decode(file)));
		}
	});
});
