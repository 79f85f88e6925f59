import type { Language } from "~/lib/i18n/language";
import { folded } from "~/lib/i18n/word-search";
import { type Corner, clipRing } from "./area-path";
import type { BackgroundMap } from "./background-map";
import type { Position } from "./geodesy";
import type { NamedPoint } from "./labels";
import { towns } from "./towns";
import type { Viewport, ViewportPoint } from "./viewport";

/** A river with its lines, or a lake with its shore. */
export interface Water {
	/** Null without a name. */
	readonly names: Readonly<Record<Language, string>> | null;
	readonly lines: readonly (readonly Corner[])[];
}

interface Waters {
	readonly rivers: readonly Water[];
	readonly lakes: readonly Water[];
}

/** Distance in units within which two names are taken to be of the same place. */
const near = 3;
/** Distance in units within which a waypoint with the name of a town is taken to be the town. */
const sameTown = 25;

/**
 * The places to name, by importance: airfields, towns, rivers and lakes, other waypoints. A place that has a name already is left
 * out.
 */
export function pointsToName(
	viewport: Viewport,
	{ places, language, ...waters }: Pick<BackgroundMap, "places" | "language"> & Waters,
	names: readonly NamedPoint[],
): NamedPoint[] {
	const dotOf = (place: Position, text: string, kind: NamedPoint["kind"]): NamedPoint => {
		const [x, y] = viewport.project(place);
		return { x, y, text, short: null, kind };
	};
	const isSeen = ({ x, y }: NamedPoint) => x > 0 && y > 0 && x < viewport.width && y < viewport.height;
	const isNamed = (dot: NamedPoint) =>
		names.some((other) => Math.hypot(dot.x - other.x, dot.y - other.y) < near);
	const townDots = (language ? towns : [])
		.map((town) => dotOf(town, town.names[language ?? "cs"], kindsOfTown[town.size]))
		.filter(isSeen);
	const isTown = (dot: NamedPoint) =>
		townDots.some(
			({ x, y, text }) =>
				Math.hypot(dot.x - x, dot.y - y) < sameTown && folded(dot.text).startsWith(folded(text)),
		);
	const dots = places
		.map((place) => dotOf(place, place.name, place.isAirfield ? "airfield" : "place"))
		.filter(isSeen);
	return [
		...dots.filter(({ kind }) => kind === "airfield"),
		...townDots,
		...(language ? waterNames(viewport, language, waters) : []),
		...dots.filter((dot) => dot.kind === "place" && !isTown(dot)),
	].filter((dot) => !isNamed(dot));
}

const kindsOfTown = { 1: "place", 2: "town", 3: "city" } as const;

/** Shares of a river's longest visible part at which its name may stand, best first. */
const alongRiver = [0.5, 0.25, 0.75] as const;

/** The names of rivers and lakes. What has several parts is named once, a river at the first of several places that has room. */
function waterNames(viewport: Viewport, language: Language, { rivers, lakes }: Waters): NamedPoint[] {
	const named = new Set<string>();
	const projected = ([longitude, latitude]: Corner) => viewport.project({ longitude, latitude });
	const nameOf = (
		{ names }: Water,
		places: readonly ViewportPoint[],
		kept: Pick<NamedPoint, "line" | "isArea">,
	): NamedPoint[] => {
		const text = names?.[language];
		if (places.length === 0 || text === undefined || named.has(text)) return [];
		named.add(text);
		return places.map(([x, y]) => ({ x, y, text, short: null, kind: "water", ...kept }));
	};
	return [
		...rivers.flatMap((river) => {
			const line = longestPart(river.lines, viewport).map(projected);
			const places = alongRiver.map((share) => line[Math.floor(line.length * share)]);
			return nameOf(
				river,
				places.filter((place) => place !== undefined),
				{ line },
			);
		}),
		...lakes.flatMap((lake) => {
			const middle = middleOfLake(lake.lines, viewport);
			return nameOf(lake, middle ? [projected(middle)] : [], { isArea: true });
		}),
	];
}

function longestPart(lines: Water["lines"], viewport: Viewport): readonly Corner[] {
	const [longest = []] = lines
		.map((line) => line.filter((corner) => isInside(corner, viewport)))
		.toSorted((one, other) => other.length - one.length);
	return longest;
}

/** The middle of the widest visible stretch of water from west to east, of those at the latitudes between neighbouring corners. */
function middleOfLake(rings: Water["lines"], { bounds }: Viewport): Corner | undefined {
	const ring = rings.flatMap((line) => clipRing(line, bounds));
	const latitudes = ring.map(([, latitude]) => latitude).toSorted((one, other) => one - other);
	const stretches = latitudes.flatMap((north, index) => {
		const latitude = (north + (latitudes[index - 1] ?? north)) / 2;
		const shores = ring
			.flatMap(([x, y], corner) => {
				const [fromX, fromY] = ring.at(corner - 1) ?? [x, y];
				return y > latitude === fromY > latitude ? [] : [x + ((fromX - x) * (latitude - y)) / (fromY - y)];
			})
			.toSorted((one, other) => one - other);
		return shores.flatMap((east, shore) =>
			shore % 2 === 1 ? [{ latitude, east, west: shores[shore - 1] ?? east }] : [],
		);
	});
	const [widest] = stretches.toSorted((one, other) => other.east - other.west - (one.east - one.west));
	return widest && [(widest.west + widest.east) / 2, widest.latitude];
}

function isInside([longitude, latitude]: Corner, { bounds }: Viewport): boolean {
	const { west, east, south, north } = bounds;
	return longitude > west && longitude < east && latitude > south && latitude < north;
}
