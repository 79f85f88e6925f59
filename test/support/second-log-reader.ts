/*
 * A second reader of flight logs, and judge of what is wrong with one: slow, by regular expressions and by trying all. It shares no code
 * with the app and knows the rules alone, as docs/formats.md states them.
 */

interface Fix {
	readonly time: number;
	readonly latitude: number;
	readonly longitude: number;
	readonly isPosition: boolean;
	readonly pressure: number;
	readonly gnss: number;
	readonly noise: number;
}

export interface SecondReading {
	/** Times of the fixes with a position that are kept. */
	readonly times: readonly number[];
	readonly heights: "pressure" | "gnss";
	readonly takeOff: number | null;
	readonly landing: number | null;
	/** Engine noise in the air: `kind from to`. */
	readonly noise: readonly string[];
	/** Reasons of warnings, sorted. */
	readonly warnings: readonly string[];
}

const record =
	/^B(\d\d)(\d\d)(\d\d)(\d\d)(\d{5})([NS])(\d{3})(\d{5})([EW])([AV])(-\d{4}|\d{5})(-\d{4}|\d{5})(.*)$/;

export function readAgain(file: string): SecondReading {
	const lines = file.split(/\r?\n/).filter((line) => line.trim() !== "");
	const announced = lines.find((line) => /^I\d\d/.test(line))?.match(/(\d\d)(\d\d)ENL/);
	const warnings = new Set<string>();
	const fixes: Fix[] = [];
	let [day, zeros, wide, both] = [0, 0, 0, 0];
	for (const line of lines) {
		const fields = record.exec(line);
		if (!fields) {
			if (/^B\d{6}/.test(line)) warnings.add("unreadable");
			continue;
		}
		const [, h, m, s, latitude, north, ns, longitude, east, ew, letter, p, g, rest = ""] = fields;
		let time = Number(h) * 3600 + Number(m) * 60 + Number(s) + day;
		if (time < (fixes.at(-1)?.time ?? 0) - 43_200) {
			day += 86_400;
			time += 86_400;
		}
		const place = {
			latitude: (Number(latitude) + Number(north) / 60_000) * (ns === "S" ? -1 : 1),
			longitude: (Number(longitude) + Number(east) / 60_000) * (ew === "W" ? -1 : 1),
		};
		const isNowhere = Math.max(Math.abs(place.latitude), Math.abs(place.longitude)) < 1 / 60;
		if (isNowhere && letter === "A") zeros++;
		const noise = announced ? Number(line.slice(Number(announced[1]) - 1, Number(announced[2]))) : 0;
		const [pressure, gnss] = [Number(p), Number(g)];
		const agrees = (first: number, second: number) =>
			!announced && agree(line.slice(25), rest.length, first, second);
		const isApart = Math.abs(pressure - gnss) > 1_000;
		if (isApart && (agrees(6, 6) || agrees(6, 5) || agrees(5, 6))) wide++;
		if (agrees(6, 6)) both++;
		fixes.push({ time, ...place, isPosition: letter === "A" && !isNowhere, pressure, gnss, noise });
	}
	const positions = keepRising(
		fixes.filter(({ isPosition }) => isPosition),
		warnings,
	);
	/** The last line that a recorder has begun to write. */
	const last = lines.findLast((line) => /^([BEFK]\d|[ACDGHIJL].)/.test(line)) ?? "";
	if (last.startsWith("B") && !record.test(last)) warnings.add("endsMidRecord");
	if (zeros >= 10) warnings.add("zeroPositions");
	const isWide = wide >= 10 || both >= Math.max(10, 0.9 * fixes.length);
	if (isWide) warnings.add("wideAltitudes");
	if (new Set(positions.map(({ time }) => time)).size < 10) warnings.add("clockStands");
	const void0 = fixes.filter(({ isPosition }) => !isPosition);
	const all = [...positions, ...void0].map(({ time }) => time).sort((one, other) => one - other);
	if (all.some((time, index) => time - (all[index - 1] ?? time) > 60)) warnings.add("gaps");
	let air = inTheAir(positions, "pressure");
	let heights: SecondReading["heights"] = "pressure";
	if (!isWide && isPressureWrong(positions, air?.takeOff ?? 0)) {
		warnings.add("pressureSensor");
		heights = "gnss";
		air = inTheAir(positions, "gnss");
	}
	return {
		times: positions.map(({ time }) => time),
		heights,
		takeOff: air?.takeOff ?? null,
		landing: air?.landing ?? null,
		noise: air
			? noiseOf(positions.filter(({ time }) => time >= air.takeOff && time <= (air.landing ?? time)))
			: [],
		warnings: [...warnings].sort(),
	};
}

/** Whether altitudes agree with so many characters. @param altitudes from the pressure altitude on @param spare characters behind both */
function agree(altitudes: string, spare: number, first: number, second: number): boolean {
	const [one, other] = [Number(altitudes.slice(0, first)), Number(altitudes.slice(first, first + second))];
	const isSaying = Math.min(one, other) >= 100 && Math.max(one, other) < 20_000;
	return first + second - 10 <= spare && isSaying && Math.abs(one - other) <= 1_000;
}

/** Keeps as many fixes as can follow each other in time. */
function keepRising(fixes: readonly Fix[], warnings: Set<string>): Fix[] {
	/** For each length the last fix of the row of that length which ends first, and the fix before it. */
	const ends: number[] = [];
	const before: number[] = [];
	const time = (index: number) => fixes[index]?.time ?? 0;
	for (let index = 0; index < fixes.length; index++) {
		let length = ends.length;
		while (length > 0 && time(ends[length - 1] ?? 0) > time(index)) length--;
		before[index] = ends[length - 1] ?? -1;
		ends[length] = index;
	}
	const kept = new Set<number>();
	for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) kept.add(index);
	for (let index = 0; index < fixes.length; index++) {
		if (kept.has(index)) continue;
		const later = fixes.findIndex((_, other) => other > index && kept.has(other));
		if (later >= 0 && time(index) - time(later) > 60) warnings.add("clockWrong");
	}
	return fixes.filter((_, index) => kept.has(index));
}

function metres(one: Fix, other: Fix): number {
	const north = (other.latitude - one.latitude) * 111_195;
	const turned = ((other.longitude - one.longitude + 540) % 360) - 180;
	const east = turned * 111_195 * Math.cos((((one.latitude + other.latitude) / 2) * Math.PI) / 180);
	return Math.hypot(north, east);
}

/** Metres a second over the last eight seconds or the last step; undefined behind a gap. */
function speedAt(fixes: readonly Fix[], index: number): number | undefined {
	const [here, last] = [fixes[index], fixes[index - 1]];
	if (!here || !last || here.time - last.time > 60) return undefined;
	let from = index - 1;
	for (;;) {
		const [fix, earlier] = [fixes[from], fixes[from - 1]];
		if (!fix) return undefined;
		const isOld = here.time - fix.time >= 8 || !earlier || fix.time - earlier.time > 60;
		if (isOld) return here.time > fix.time ? metres(fix, here) / (here.time - fix.time) : undefined;
		from--;
	}
}

/** The time between the stand before the first climb and the stand after the last height that was flown. */
function inTheAir(
	fixes: readonly Fix[],
	kind: "pressure" | "gnss",
): { takeOff: number; landing: number | null } | null {
	const height = (index: number) => fixes[index]?.[kind] ?? 0;
	const time = (index: number) => fixes[index]?.time ?? 0;
	/** Whether 100 m are gained or lost in the three minutes up to a fix. */
	const isFlown = (index: number) => {
		let [low, high] = [height(index), height(index)];
		for (let at = index; at >= 0 && time(at) >= time(index) - 180; at--) {
			low = Math.min(low, height(at));
			high = Math.max(high, height(at));
		}
		return high - low >= 100;
	};
	const speeds = fixes.map((_, index) => speedAt(fixes, index));
	const speed = (index: number) => speeds[index] ?? Number.NaN;
	const fast = fixes.flatMap((_, index) => (speed(index) >= 11 ? [index] : []));
	const flown = fixes.flatMap((_, index) => (isFlown(index) ? [index] : []));
	/** A flight that hardly rises is all that is fast. */
	const [first, last] = [flown[0] ?? fast[0], flown.at(-1) ?? fast.at(-1)];
	if (first === undefined || last === undefined || time(fixes.length - 1) === time(0)) return null;
	/** Whether a condition holds from a fix on for so many seconds, without a gap. */
	const holds = (from: number, seconds: number, isTrue: (index: number) => boolean) => {
		for (let index = from; index < fixes.length; index++) {
			if (!isTrue(index)) return false;
			if (time(index) - time(from) >= seconds) return true;
		}
		return false;
	};
	let takeOff = first;
	while (takeOff > 0 && !(speed(takeOff) < 1)) takeOff--;
	while (takeOff < fixes.length && !holds(takeOff, 20, (index) => speed(index) >= 11)) takeOff++;
	const isSlow = (index: number) => {
		const [here, before] = [fixes[index], fixes[index - 1]];
		return Number.isNaN(speed(index)) ? here && before && metres(here, before) <= 50 : speed(index) < 4;
	};
	let landing = last;
	while (landing > 0 && isSlow(landing)) landing--;
	const isEnd = (index: number) =>
		holds(index, Math.min(30, time(fixes.length - 1) - time(index)), (at) => isSlow(at) === true);
	while (landing < fixes.length && !isEnd(landing)) landing++;
	const hasLanded = time(fixes.length - 1) - time(landing) >= 10;
	return { takeOff: time(takeOff), landing: hasLanded && landing < fixes.length ? time(landing) : null };
}

function isPressureWrong(fixes: readonly Fix[], takeOff: number): boolean {
	const values = (kind: "pressure" | "gnss") => new Set(fixes.map((fix) => fix[kind]));
	const range = (some: readonly Fix[], kind: "pressure" | "gnss") =>
		Math.max(...some.map((fix) => fix[kind])) - Math.min(...some.map((fix) => fix[kind]));
	if (values("gnss").size <= 2) return false;
	if (values("pressure").size <= 2) return range(fixes, "gnss") >= 100;
	const before = fixes.filter(({ time }) => time <= takeOff && time >= takeOff - 60);
	const differences = before.map(({ gnss, pressure }) => gnss - pressure).sort((a, b) => a - b);
	const offset = differences[Math.floor(differences.length / 2)] ?? 0;
	const isApart = ({ gnss, pressure }: Fix) => Math.abs(gnss - pressure - offset) > 500;
	let seconds = 0;
	for (let first = 0; first < fixes.length; first++) {
		const begin = fixes[first];
		if (!begin || !isApart(begin)) continue;
		let last = first;
		while (fixes[last + 1] && isApart(fixes[last + 1] as Fix)) last++;
		const row = fixes.slice(first, last + 1);
		const around = fixes.slice(Math.max(0, first - 1), last + 2);
		const jumps = (kind: "pressure" | "gnss") =>
			around.filter((fix, index) => {
				const previous = around[index - 1];
				return previous && Math.abs(fix[kind] - previous[kind]) > 100 + 20 * (fix.time - previous.time);
			}).length;
		const isGnss =
			jumps("gnss") === jumps("pressure")
				? jumps("gnss") === 0 && range(row, "gnss") < 20 && range(row, "pressure") >= 50
				: jumps("gnss") > jumps("pressure");
		const end = fixes[last + 1] ?? fixes[last];
		if (!isGnss && end) seconds += end.time - begin.time;
		first = last;
	}
	return seconds >= 60;
}

function noiseOf(fixes: readonly Fix[]): string[] {
	const rows = (isNoisy: (fix: Fix) => boolean) => {
		const found: number[][] = [];
		for (const [index, fix] of fixes.entries()) {
			if (!isNoisy(fix)) continue;
			const row = found.at(-1);
			if (row?.at(-1) === index - 1) row.push(index);
			else found.push([index]);
		}
		return found;
	};
	const time = (index: number | undefined) => fixes[Math.min(index ?? 0, fixes.length - 1)]?.time ?? 0;
	const loud = rows(({ noise }) => noise > 700).map((row) => {
		const isEngine = time(row.at(-1)) - time(row[0]) >= 20 && row.length >= 3;
		return { row, isEngine };
	});
	const engine = new Set(loud.flatMap(({ row, isEngine }) => (isEngine ? row : [])));
	const low = rows((fix) => fix.noise > 500 && !engine.has(fixes.indexOf(fix))).filter(
		(row) => time((row.at(-1) ?? 0) + 1) - time(row[0]) > 20,
	);
	return [
		...loud.map(({ row, isEngine }) => `${isEngine ? "engine" : "peak"} ${time(row[0])} ${time(row.at(-1))}`),
		...low.map((row) => `low ${time(row[0])} ${time((row.at(-1) ?? 0) + 1)}`),
	];
}
