import { clockOf, secondsOf } from "~/lib/editions/clock-times";
import type { TaskKind } from "~db/enums";
import type { DroppedFromFile, FileComplaint, Waypoint } from "~db/schema";
import { usualZone } from "../task-defaults";
import { isInnerSectorLost, isOn, metresOf, optionsByName, zoneOfOptions } from "./cup-fields";
import {
	droppedOptions,
	droppedZones,
	mostDropped,
	type StatedOption,
	taskOptions,
	zoneOptions,
} from "./dropped";
import { complaintAbout, type FoundTask, withForcedDirections, type ZoneOrComplaint } from "./found-task";

type Options = ReadonlyMap<string, string>;

/** Seconds of "02:00:00", or of "7200s" of LXNAV; null for anything else. */
function dayTimeOf(text: string): number | null {
	const seconds = /^(\d{1,5})(?:\.0*)? ?s$/i.exec(text)?.[1];
	return seconds === undefined ? secondsOf(text) : Number(seconds) < 86_400 ? Number(seconds) : null;
}

/** Seconds; null where the option is absent, a complaint where it is no time of a day. */
function timeOption(options: Options, name: string): number | string | null {
	const text = options.get(name);
	return text === undefined || text === "" ? null : (dayTimeOf(text) ?? complaintAbout("time", text));
}

/** Metres; null where the option is absent or 0, which is no limit. */
function altitudeOption(options: Options, name: string): number | null {
	const metres = Math.round(metresOf(options.get(name) ?? "") ?? 0);
	return metres > 0 ? metres : null;
}

/** @param line number of the line with the options of the task */
export function timeComplaints(options: readonly StatedOption[], line: number | null): FileComplaint[] {
	const byName = optionsByName(options);
	return ["tasktime", "nostart"].flatMap((name) => {
		const time = timeOption(byName, name);
		return typeof time === "string" ? { line, complaint: time } : [];
	});
}

interface StatedTask {
	readonly stated: StatedZones;
	/** Options of the task, whose times nobody complains about. */
	readonly options: readonly StatedOption[];
	readonly name: string;
	readonly points: readonly Waypoint[];
	/** What other lines of the task say. */
	readonly dropped?: readonly DroppedFromFile[];
}

/** Returns the task that zones and options state. A point without a right zone gets the usual one. */
export function taskOfStated({ stated, options, name, points, dropped = [] }: StatedTask): FoundTask {
	const { zones, highestStart, heights } = stated;
	const byName = optionsByName(options);
	// Midnight is no opening time.
	const [taskTimeS, startOpens] = ["tasktime", "nostart"].map(
		(time) => Number(timeOption(byName, time)) || null,
	);
	const lowestFinish = altitudeOption(byName, "minfinalt");
	const count = points.length;
	const kind = stated.hasArea || taskTimeS ? "AAT" : "RT";
	return {
		name,
		kind,
		taskTimeS: taskTimeS ?? null,
		points: withForcedDirections(
			points.map(({ name, code, latitude, longitude, elevationM }, index) => {
				const zone = zones.get(index) ?? "";
				const shown = typeof zone === "string" ? usualZone(index, count) : zone;
				const height = elevationM ?? heights.get(index) ?? null;
				return { name, code, latitude, longitude, elevationM: height, zone: shown };
			}),
		),
		rules: {
			...(startOpens ? { startOpens: clockOf(startOpens) } : {}),
			...(highestStart === null ? {} : { startAltitudeM: highestStart }),
			...(lowestFinish === null ? {} : { finishAltitudeM: lowestFinish }),
		},
		...statedScoring(stated, count),
		hasZones: zones.size > 0,
		droppedFromFile: [
			...droppedOfZones(stated, kind, count),
			...droppedOfTask(options, kind),
			...dropped,
		].slice(0, mostDropped),
	};
}

/** A line of SeeYou or LXNAV about the zone of a point. */
export interface ZoneLine {
	/** Number of the line, counted from 1. */
	readonly number: number;
	/** Index of the point, from 0 at the start. */
	readonly point: number;
	readonly options: readonly StatedOption[];
}

/** What the zone lines of a task say, by index of the point. The last line about a point counts. */
interface StatedZones {
	readonly zones: ReadonlyMap<number, ZoneOrComplaint>;
	/** Points up to the last one with a zone. */
	readonly count: number;
	readonly complaints: readonly FileComplaint[];
	readonly hasArea: boolean;
	/** Metres; null without a limit. */
	readonly highestStart: number | null;
	/** Metres of points whose zone states them. */
	readonly heights: ReadonlyMap<number, number>;
	/** Points where the radius comes off the legs. */
	readonly reduced: ReadonlySet<number>;
	/** Points that move to the edge of their zone. */
	readonly moved: ReadonlySet<number>;
	/** Points whose zone has an inner sector. */
	readonly withInnerSector: ReadonlySet<number>;
	/** What is not kept of the other options. */
	readonly dropped: readonly DroppedFromFile[];
}

export function readZoneLines(lines: readonly ZoneLine[]): StatedZones {
	const optionsOf = new Map(lines.map(({ point, options }) => [point, optionsByName(options)]));
	const pointsWhere = (is: (options: Options) => boolean) =>
		new Set([...optionsOf].flatMap(([point, options]) => (is(options) ? point : [])));
	const start = optionsOf.get(0) ?? new Map<string, string>();
	// LXNAV calls it Maxa.
	const highestStart = altitudeOption(start, "maxalt") ?? altitudeOption(start, "maxa");
	const ofStart = highestStart === null ? zoneOptions : new Set([...zoneOptions, "maxalt", "maxa"]);
	const indexes = [...optionsOf.keys()].filter(Number.isInteger);
	const lastLines = new Map(lines.map((line) => [line.point, line]));
	return {
		zones: new Map([...optionsOf].map(([point, options]) => [point, zoneOfOptions(options)])),
		count: Math.max(-1, ...indexes) + 1,
		complaints: lines.flatMap(({ number, options }) => {
			const zone = zoneOfOptions(optionsByName(options));
			return typeof zone === "string" ? { line: number, complaint: zone } : [];
		}),
		hasArea: pointsWhere((options) => isOn(options, "aat")).size > 0,
		highestStart,
		heights: new Map(
			[...optionsOf].flatMap(([point, options]) => {
				const height = altitudeOption(options, "elev");
				return height === null ? [] : [[point, height] as const];
			}),
		),
		reduced: pointsWhere((options) => isOn(options, "reduce")),
		moved: pointsWhere((options) => isOn(options, "move")),
		withInnerSector: pointsWhere(isInnerSectorLost),
		dropped: [...lastLines.values()].flatMap(({ point, options }) =>
			droppedOptions(options, point === 0 ? ofStart : zoneOptions, point),
		),
	};
}

/**
 * Whether the radius of the finish is subtracted from the distance; undefined when its zone is not stated. A ring that moves to its
 * edge is nearer by its radius.
 */
function statedScoring(
	{ zones, reduced, moved }: StatedZones,
	count: number,
): { readonly scoring?: FoundTask["scoring"] } {
	const last = count - 1;
	const zone = zones.get(last);
	if (zone === undefined) return {};
	return { scoring: { subtractFinishRadius: reduced.has(last) || (moved.has(last) && isRound(zone)) } };
}

const isRound = (zone: ZoneOrComplaint | undefined) => typeof zone === "object" && zone.shape !== "line";

/** What a task of ours does not keep of the zones. The flown places of areas are on no edge, so nothing comes off there. */
function droppedOfZones(stated: StatedZones, kind: TaskKind, count: number): DroppedFromFile[] {
	const { zones, reduced, moved, withInnerSector, dropped } = stated;
	const isReduced = (point: number) =>
		kind === "RT" &&
		point < count - 1 &&
		(reduced.has(point) || moved.has(point)) &&
		isRound(zones.get(point));
	const isPoint = (point: number | null) => point !== null && point >= 0 && point < count;
	return [
		...droppedZones((point) => zones.has(point), count),
		...Array.from({ length: count }, (_, point): DroppedFromFile[] => [
			...(withInnerSector.has(point) ? [{ point, complaint: "task.file.innerSector" } as const] : []),
			...(isReduced(point) ? [{ point, complaint: "task.file.reduced" } as const] : []),
		]).flat(),
		...dropped.filter(({ point }) => isPoint(point)),
		...[...zones.keys()].flatMap((point) =>
			isPoint(point) ? [] : { point: null, complaint: complaintAbout("notKept", `ObsZone=${point}`) },
		),
	];
}

/** An area task measures the flown places, whatever it says; a racing task does not, so one that says so is no plain one. */
function droppedOfTask(options: readonly StatedOption[], kind: TaskKind): DroppedFromFile[] {
	const byName = optionsByName(options);
	const isFlown = kind === "RT" && /^false$/i.test(byName.get("wpdis") ?? "");
	const isLost = (name: string) =>
		!/^[0.]*[a-z]*$/i.test(byName.get(name) ?? "") && altitudeOption(byName, name) === null;
	const known = isLost("minfinalt")
		? new Set([...taskOptions].filter((name) => name !== "minfinalt"))
		: taskOptions;
	return [
		...droppedOptions(options, known, null),
		...(isFlown ? [{ point: null, complaint: complaintAbout("notKept", "WpDis=False") }] : []),
	];
}
