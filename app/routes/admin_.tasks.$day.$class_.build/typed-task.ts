import { clockOf } from "~/lib/editions/clock-times";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Position } from "~/lib/maps/geodesy";
import { mostPoints } from "~/lib/tasks/task-defaults";
import { type TaskKind, taskKinds, type ZoneStyle, zoneStyles } from "~db/enums";
import type { Task, TaskPoint, Zone } from "~db/schema";

/** Zones of the field. A usual one follows from the place of its point in the task; an area is a large cylinder. */
export const presets = ["usual", "line", "cylinder", "sector", "keyhole", "area", "ring"] as const;
type Preset = (typeof presets)[number];

/** Sizes of a zone as typed: kilometres and degrees, with a decimal point or comma. */
interface TypedSizes {
	/** The length of a line, the outer radius of others. */
	readonly size: string;
	readonly inner: string;
	readonly angle: string;
	/** True direction of the middle of the zone, seen from the point; empty for the style of the point. */
	readonly axis: string;
}

const noSizes: TypedSizes = { size: "", inner: "", angle: "", axis: "" };

/** The sizes that a preset has, as it begins. */
export const sizesOfPreset: Readonly<Record<Preset, Partial<TypedSizes>>> = {
	usual: {},
	line: { size: "10" },
	cylinder: { size: "0.5" },
	sector: { size: "20", angle: "90", axis: "" },
	keyhole: { size: "10", inner: "0.5", angle: "90", axis: "" },
	area: { size: "20" },
	ring: { size: "30", inner: "10", angle: "90", axis: "" },
};

export interface TypedPoint extends Position, TypedSizes {
	/** Names the point while it moves among the others. */
	readonly id: number;
	readonly name: string;
	readonly code: string;
	readonly elevationM: number | null;
	readonly preset: Preset;
	readonly style: ZoneStyle;
}

/** The values in the form. */
export interface TypedTask {
	readonly kind: TaskKind;
	/** "HH:MM", for an area task. */
	readonly taskTime: string;
	readonly points: readonly TypedPoint[];
}

export const noTask: TypedTask = { kind: "RT", taskTime: "", points: [] };

type Place = Pick<TypedPoint, "name" | "code" | "latitude" | "longitude" | "elevationM">;

/** Adds a point at the end. */
export function withPoint(
	task: TypedTask,
	{ name, code, latitude, longitude, elevationM }: Place,
): TypedTask {
	if (task.points.length >= mostPoints) return task;
	const id = Math.max(0, ...task.points.map((point) => point.id)) + 1;
	const place = { name, code, latitude, longitude, elevationM };
	return {
		...task,
		points: [...task.points, { id, ...place, preset: "usual", style: "symmetrical", ...noSizes }],
	};
}

/** Moves a point by so many places, or removes it when `by` is null. */
export function withMoved(task: TypedTask, id: number, by: number | null): TypedTask {
	const index = task.points.findIndex((point) => point.id === id);
	const points = task.points.filter((point) => point.id !== id);
	const moved = task.points[index];
	if (moved && by !== null) points.splice(Math.max(0, index + by), 0, moved);
	return { ...task, points };
}

const largestCylinderM = 5_000;

/** A version as the form shows it. */
export function typedTask(
	{ kind, taskTimeS, points }: Pick<Task, "kind" | "taskTimeS" | "points">,
	language: Language,
): TypedTask {
	const typed = (value: number) => formatNumber(value, language, [0, 3]);
	return {
		kind,
		taskTime: taskTimeS === null ? "" : clockOf(taskTimeS).slice(0, 5),
		points: points.map(({ zone, ...place }: TaskPoint, index) => ({
			id: index + 1,
			...place,
			preset: presetOf(zone),
			// Start and finish have no choice of theirs; one that moves between others looks as turn points do.
			style: index === 0 || index === points.length - 1 ? "symmetrical" : zone.style,
			size: typed((zone.shape === "line" ? zone.lengthM : zone.radiusM) / 1000),
			inner: "innerRadiusM" in zone ? typed(zone.innerRadiusM / 1000) : "",
			angle: "angleDeg" in zone ? typed(zone.angleDeg) : "",
			axis: zone.axisDeg === null ? "" : typed(zone.axisDeg),
		})),
	};
}

function presetOf(zone: Zone): Preset {
	return zone.shape === "cylinder" && zone.radiusM >= largestCylinderM ? "area" : zone.shape;
}

/** The fields of a form. What is no point is left out. */
export function readTypedTask(form: FormData, language: Language): TypedTask {
	const text = (name: string) => String(form.get(name) ?? "").slice(0, longestText);
	const points: TypedPoint[] = [];
	for (let index = 0; form.has(`place-${index}`); index += 1) {
		const place = readPlace(text(`place-${index}`));
		if (!place) continue;
		const { preset: shown, ...rest } = place;
		const preset = presets.find((one) => one === text(`preset-${index}`)) ?? shown;
		const typed = {
			size: text(`size-${index}`),
			inner: text(`inner-${index}`),
			angle: text(`angle-${index}`),
			axis: text(`axis-${index}`),
		};
		points.push({ ...rest, preset, ...(preset === shown ? typed : beginningOf(preset, language)) });
	}
	const kind = taskKinds.find((one) => one === text("kind")) ?? "RT";
	return { kind, taskTime: text("taskTime"), points };
}

function beginningOf(preset: Preset, language: Language): TypedSizes {
	const sizes = { ...noSizes, ...sizesOfPreset[preset] };
	const typed = (text: string) => (text === "" ? "" : formatNumber(Number(text), language, [0, 3]));
	return { ...sizes, size: typed(sizes.size), inner: typed(sizes.inner) };
}

/** Characters: more than the form sends in a field. */
const longestText = 2_000;

/** The values of a point that are not typed, for a hidden field. */
export function hiddenPlace({
	size: _size,
	inner: _inner,
	angle: _angle,
	axis: _axis,
	...place
}: TypedPoint): string {
	return JSON.stringify(place);
}

function readPlace(text: string): Omit<TypedPoint, keyof TypedSizes> | null {
	try {
		const place: unknown = JSON.parse(text);
		return isPlace(place) ? place : null;
	} catch {
		return null;
	}
}

/** Names and coordinates are judged with the whole task. */
function isPlace(value: unknown): value is Omit<TypedPoint, keyof TypedSizes> {
	if (typeof value !== "object" || value === null) return false;
	const { id, name, code, latitude, longitude, elevationM, preset, style } = value as Record<string, unknown>;
	return (
		[id, latitude, longitude].every((number) => typeof number === "number") &&
		typeof name === "string" &&
		typeof code === "string" &&
		(elevationM === null || typeof elevationM === "number") &&
		presets.some((one) => one === preset) &&
		zoneStyles.some((one) => one === style)
	);
}
