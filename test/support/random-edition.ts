import { addDays } from "~/lib/editions/prague-time";
import { classKinds } from "~db/enums";
import { type Edition, editionSchema } from "~editions/schema";
import { type Random, randomOf } from "../../scripts/demo/random";

type Path = readonly string[];

interface Changed {
	readonly edition: Edition;
	/** Paths of the values that are others now. */
	readonly changed: readonly string[];
	/** Paths of those for which nothing else was found that the schema takes. */
	readonly kept: readonly string[];
}

/** How often another value is tried. */
const tries = 60;

const words = ["Žluťásek", "bouře", "Ost", "Wiese", "x", "údolí řeky", "O'Brien & syn <věž>", "Łąka", "12"];
const plain = ["kite", "cloud", "wave", "ridge", "thermal"];

/**
 * An edition with other values, each at random as the schema takes it; the same seed gives the same ones. The year stays, as a file and a
 * database have its name.
 * @param logos that there are for sponsors
 */
export function randomEdition(edition: Edition, seed: string, logos: readonly string[]): Changed {
	const random = randomOf(seed);
	const changed: string[] = [];
	const kept: string[] = [];
	let now: Edition = moved(edition, random);
	const attempt = (path: Path, candidate: (value: unknown) => unknown) => {
		const before = valueAt(now, path);
		for (let left = tries; left > 0; left--) {
			const value = candidate(before);
			if (JSON.stringify(value) === JSON.stringify(before)) continue;
			const { success, data } = editionSchema.safeParse(withValue(now, path, value));
			if (!success) continue;
			now = data;
			changed.push(path.join("."));
			return;
		}
		kept.push(path.join("."));
	};
	for (const [name, optional] of Object.entries(optionals(random)))
		if (random.chance(0.5)) attempt([name], () => optional);
	for (const path of pathsOf(now, Array.isArray))
		attempt(path, (list) => shorter(list as readonly unknown[], random));
	for (const path of pathsOf(now, (value) => typeof value !== "object" || value === null)) {
		if (path.join() !== "year") attempt(path, (value) => otherValue(path, value, { random, logos, edition }));
	}
	return { edition: now, changed, kept };
}

/** The airfield lies elsewhere with all its corners. */
function moved(edition: Edition, random: Random): Edition {
	const [north, east] = [random.next() * 4 - 2, random.next() * 4 - 2];
	const shift = <T extends { latitude: number; longitude: number }>(point: T): T => ({
		...point,
		latitude: point.latitude + north,
		longitude: point.longitude + east,
	});
	const { areas } = edition.airfield;
	const airfield = shift({
		...edition.airfield,
		...(areas && { areas: areas.map((area) => area.map(shift)) }),
	});
	return editionSchema.parse({ ...edition, airfield });
}

/** What an edition need not say. */
function optionals(random: Random) {
	const day = () => String(random.integer(10, 28));
	return {
		secondFactor: random.pick(["required", "optional"]),
		liveDelay: random.integer(0, 15),
		sharedEntries: random.chance(0.5),
		capacity: { total: random.integer(1, 500) },
		invitation: { what: { cs: random.pick(words), en: random.pick(words) }, camp: null, tow: null },
		dailyBriefing: "08:45:00",
		signupUntil: `2025-06-${day()}T12:00:00+02:00`,
		entriesUntil: `2025-06-${day()}T12:00:00+02:00`,
	};
}

function shorter(list: readonly unknown[], random: Random): readonly unknown[] {
	const left = random.integer(0, list.length);
	return random.chance(0.5) ? random.shuffle(list) : list.filter((_, index) => index !== left);
}

interface Tools {
	readonly random: Random;
	readonly logos: readonly string[];
	readonly edition: Edition;
}

function otherValue(path: Path, value: unknown, { random, logos, edition }: Tools): unknown {
	const name = path.at(-1);
	if (name === "logo") return random.pick(logos);
	if (name === "apiEndpoint") return `https://api.${edition.year}.${random.pick(plain)}.example`;
	if (typeof value === "boolean") return !value;
	if (typeof value === "number") return otherNumber(value, random);
	if (typeof value === "string") return otherText(value, random);
	return random.pick([
		null,
		random.integer(1, 500),
		"12:34:56",
		random.pick(words),
		url(random),
		random.chance(0.5),
	]);
}

/** Far from it or near. */
function otherNumber(value: number, random: Random): number {
	const far = random.pick([1, 0.3, 0.01, 0.000_01]) * (random.next() * 2 - 1);
	const other = value + (value || 1) * far;
	return Number.isInteger(value) ? Math.round(other) : other;
}

const url = (random: Random) => `https://${random.pick(plain)}.example.org/${random.integer(1, 999)}/`;

/** Something of the same kind. */
function otherText(value: string, random: Random): string {
	const digits = () => value.replaceAll(/\d/g, () => String(random.integer(0, 9)));
	const [, date, time] = value.match(/^(\d{4}-\d\d-\d\d)(T.*)?$/) ?? [];
	if (date) return `${addDays(date, random.integer(-20, 20))}${time ?? ""}`;
	if (value.startsWith("https://")) {
		const { host, pathname } = new URL(value);
		return random
			.pick([value.replace(host, `${random.pick(plain)}.${host}`), `${value}${random.integer(1, 99)}`])
			.replace(pathname === "/" ? /$^/ : /(?<=\.\w+)\/(?=[a-z])/, `/${random.pick(plain)}-`);
	}
	if (/^[^\s@]+@[^\s@]+$/.test(value)) return `${random.pick(plain)}${random.integer(1, 99)}@example.org`;
	if (value.startsWith("/")) return value;
	if (/^[+\d][\d :]+$/.test(value)) return digits();
	return random.pick([
		...classKinds,
		...["wgs84", "sphere", "EUR", "PLN", "GB82WEST12345698765432", "DE89370400440532013000"],
		`${random.pick(plain)}${random.integer(1, 99)}`,
		...[1, 2, 3, 4, 5, 6].map(() => `${random.pick(words)} ${random.pick(words)} ${random.integer(1, 99)}`),
	]);
}

/** Paths of the values of a kind, however deep. */
function pathsOf(value: unknown, isWanted: (value: unknown) => boolean, path: Path = []): Path[] {
	const below =
		typeof value === "object" && value !== null
			? Object.entries(value).flatMap(([name, one]) => pathsOf(one, isWanted, [...path, name]))
			: [];
	return isWanted(value) ? [path, ...below] : below;
}

function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], value);
}

/** A copy with another value at a path. */
function withValue(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
	if (name === undefined) return other;
	const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) };
	const record = copy as Record<string, unknown>;
	record[name] = withValue(record[name], rest, other);
	return copy;
}
