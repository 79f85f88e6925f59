import { parse } from "node-html-parser";

/*
 * Reads a .tsk file as XCSoar does: written from its published description of the format and what its public source does, independently
 * of our own reader.
 */

/** Larger files are refused. */
const largest = 65_536;
/** What it knows of references to characters, beside decimal numbers. */
const entities = /&(?!(?:lt|gt|amp|apos|quot|#\d+);)/;

interface ReadPoint {
	readonly type: string;
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	readonly zone: Readonly<Record<string, string>>;
}

interface ReadTask {
	readonly kind: string;
	readonly taskTimeS: number;
	readonly highestStart: readonly [metres: number, reference: "MSL" | "AGL"] | null;
	readonly lowestFinish: readonly [metres: number, reference: "MSL" | "AGL"] | null;
	/** "HH:MM" in UTC; null for none. */
	readonly opens: string | null;
	readonly points: readonly ReadPoint[];
}

/** Zones that it knows; another one becomes the usual one of the place. */
const zones: Readonly<Record<string, readonly string[]>> = {
	Line: ["length"],
	Cylinder: ["radius"],
	Sector: ["radius", "start_radial", "end_radial", "inner_radius"],
	FAISector: [],
	SymmetricQuadrant: ["radius", "angle"],
	Keyhole: [],
	CustomKeyhole: ["radius", "angle", "inner_radius"],
	BGAStartSector: [],
	BGAFixedCourse: [],
	BGAEnhancedOption: [],
};

/** Null for a file that it refuses. */
export function readTskAsXcsoar(text: string): ReadTask | null {
	if (new TextEncoder().encode(text).length > largest || entities.test(text)) return null;
	// The parser knows HTML, where an empty element needs a closing tag.
	const root = parse(text.replace(/<(\w+)([^>]*)\/>/g, "<$1$2></$1>")).querySelector("task");
	if (!root) return null;
	const of = (name: string) => root.getAttribute(name);
	const height = (name: string) => {
		const metres = Number.parseInt(of(name) ?? "0", 10);
		return metres > 0 ? ([metres, of(`${name}_ref`) === "MSL" ? "MSL" : "AGL"] as const) : null;
	};
	const points = root.querySelectorAll("point").flatMap((element): ReadPoint[] => {
		const waypoint = element.querySelector("waypoint");
		const location = waypoint?.querySelector("location");
		const [type, name] = [element.getAttribute("type"), waypoint?.getAttribute("name")];
		// It skips such a point without a word.
		if (!type || !name || !location) return [];
		const zone = element.querySelector("observationzone");
		const known = zones[zone?.getAttribute("type") ?? ""] ?? null;
		return [
			{
				type,
				name,
				latitude: Number(location.getAttribute("latitude")),
				longitude: Number(location.getAttribute("longitude")),
				zone: known
					? Object.fromEntries(
							["type", ...known].flatMap((key) => {
								const value = zone?.getAttribute(key);
								return value === undefined ? [] : [[key, value]];
							}),
						)
					: {},
			},
		];
	});
	return {
		kind: of("type") ?? "FAIGeneral",
		taskTimeS: Number.parseInt(of("aat_min_time") ?? "0", 10),
		highestStart: height("start_max_height"),
		lowestFinish: height("finish_min_height"),
		opens: /^\d\d:\d\d$/.exec(of("start_open_time") ?? "")?.[0] ?? null,
		points,
	};
}
