import type { StaffCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { secondsOf } from "~/lib/editions/clock-times";
import { classByType } from "~/lib/entries/classes-queries.server";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";
import { matcherOf } from "~/lib/i18n/word-search";
import type { BackgroundMap } from "~/lib/maps/background-map";
import { addDraft, keptBy } from "~/lib/tasks/add-draft.server";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce, contentOf } from "~/lib/tasks/charts/charts-queries.server";
import { refusedIn, unusualIn } from "~/lib/tasks/check-task";
import { completeTask } from "~/lib/tasks/complete-task";
import { drawTaskMap } from "~/lib/tasks/draw-task.server";
import { fewestPoints, usualStyle, usualZone } from "~/lib/tasks/task-defaults";
import { taskDistances } from "~/lib/tasks/task-distances";
import { type TaskInput, taskInputSchema } from "~/lib/tasks/task-schema";
import { type StoredTask, tasksOfClass } from "~/lib/tasks/tasks-queries.server";
import { orientZones } from "~/lib/tasks/zones";
import type { ClassType } from "~db/enums";
import type { DroppedFromFile, Waypoint } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type TypedPoint, type TypedTask, typedTask, withMoved, withPoint } from "./typed-task";

interface Address {
	readonly date: string;
	readonly classType: string;
	/** Id of the version that the form begins with; "" for an empty form. */
	readonly from: string;
}

/** Reads what a task is built from. Null when there is no such day, class or version. */
export async function readWorkshop(ctx: StaffCtx<"tasks">, { date, classType, from }: Address) {
	const { db } = ctx;
	const { day, competitionClass, ...charts } = await read(db, {
		day: first(dayByDate(db, date)),
		competitionClass: first(classByType(db, classType)),
		...chartsInForce(db),
	});
	if (!day || !competitionClass) return null;
	const versions = await tasksOfClass(db, { dayId: day.id, classId: competitionClass.id });
	const base = versions.find(({ id }) => id === from) ?? null;
	if (from !== "" && !base) return null;
	return {
		day,
		competitionClass,
		waypoints: contentOf(charts.waypoints),
		ground: await groundAround(ctx, charts, base?.points ?? []),
		versions,
		base,
	};
}

export type Workshop = NonNullable<Awaited<ReturnType<typeof readWorkshop>>>;

/** What the page shows of a step. @param judged whether the task was to be saved: an incomplete task gets complaints only then */
export function viewOf(
	ctx: StaffCtx<"tasks">,
	{ base, versions, competitionClass, waypoints, ground }: Workshop,
	step: Step,
	judged: boolean,
) {
	const { edition } = ctx;
	const origin = { from: "builder", baseId: base?.id ?? null, seen: null } as const;
	const preview = previewOf(step.typed, {
		classType: competitionClass.type,
		kept: (points) => keptBy(origin, versions, points),
		waypoints,
		edition,
		ground,
		droppedFromFile: base ? stillUnkept(step.typed, base, ctx.language) : [],
	});
	const isComplete = step.typed.points.length >= fewestPoints;
	const { t } = textsOf(ctx.language);
	const inWords = (complaints: Complaints) =>
		complaints.map(({ point, complaint }) => ({ point, text: complaintText(t, complaint) }));
	return {
		typed: step.typed,
		matches: step.matches?.map((waypoint) => ({ ...waypoint, key: waypointKey(waypoint) })) ?? null,
		preview: {
			...preview,
			refused: inWords(judged || isComplete ? preview.refused : []),
			unusual: inWords(preview.unusual),
		},
		names: waypoints.map(({ name, code }) => ({ name, code })),
	};
}

export type BuildView = ReturnType<typeof viewOf>;

/** Complaints by index of the point; null is the task as a whole. */
type Complaints = readonly { readonly point: number | null; readonly complaint: string }[];

type Parsed =
	| { readonly ok: true; readonly task: TaskInput }
	| { readonly ok: false; readonly refused: Complaints };

/** The typed task through the schema of files and JSON. */
function parseTyped(typed: TypedTask): Parsed {
	const { kind, points } = typed;
	const parsed = taskInputSchema.safeParse({
		kind,
		taskTimeS: kind === "AAT" ? secondsOf(typed.taskTime) : null,
		points: points.map((point, index) => statedPoint(typed, point, index)),
	});
	if (parsed.success) return { ok: true, task: parsed.data };
	return { ok: false, refused: byPoint(fieldErrorsOf(parsed.error)) };
}

/** The first complaint about each point, by paths such as "points.2.zone.radiusM". */
function byPoint(errors: Readonly<Record<string, string>>): Complaints {
	const complaints = new Map<number | null, string>();
	for (const [path, complaint] of Object.entries(errors)) {
		const [, index, isSize] = /^points\.(\d+)(\.zone)?/.exec(path) ?? [];
		const point = index === undefined ? null : Number(index);
		if (!complaints.has(point)) complaints.set(point, isSize ? "task.field.size" : complaint);
	}
	return [...complaints].map(([point, complaint]) => ({ point, complaint }));
}

/** Radius in metres of an area of an area task, when none is typed. */
const usualAreaM = 20_000;

function statedPoint({ kind, points }: TypedTask, point: TypedPoint, index: number) {
	const { id: _, preset, style, size, inner, angle, axis, ...place } = point;
	if (preset === "usual") {
		const zone = usualZone(index, points.length);
		const isArea = kind === "AAT" && index > 0 && index < points.length - 1;
		return { ...place, zone: isArea ? { ...zone, radiusM: usualAreaM } : zone };
	}
	const isEnd = index === 0 || index === points.length - 1;
	const isFixed = axis !== "" && !isEnd;
	const otherStyle = style === "fixed" ? "symmetrical" : style;
	return {
		...place,
		zone: {
			shape: preset === "area" ? "cylinder" : preset,
			style: isEnd ? usualStyle(index, points.length) : isFixed ? "fixed" : otherStyle,
			axisDeg: isFixed ? numberOf(axis) : null,
			...(preset === "line" ? { lengthM: metresOf(size) } : { radiusM: metresOf(size) }),
			innerRadiusM: inner === "" ? null : metresOf(inner),
			angleDeg: angle === "" ? null : numberOf(angle),
		},
	};
}

/** NaN when the text is not a number, which the schema refuses. */
function numberOf(text: string): number {
	const plain = text.trim().replace(",", ".");
	return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

const metresOf = (kilometres: string) => numberOf(kilometres) * 1000;

/** What the page says about a task before it is stored. */
function previewOf(
	typed: TypedTask,
	{
		classType,
		kept,
		waypoints,
		edition,
		ground,
		droppedFromFile,
	}: {
		readonly classType: ClassType;
		readonly kept: Parameters<typeof completeTask>[1]["kept"];
		readonly waypoints: readonly Waypoint[];
		readonly edition: Edition;
		readonly ground: BackgroundMap;
		readonly droppedFromFile: readonly DroppedFromFile[];
	},
) {
	const parsed = parseTyped(typed);
	if (!parsed.ok) return { refused: parsed.refused, unusual: [], shown: null };
	const task = completeTask(parsed.task, {
		defaults: taskDefaultsOf(edition, classType),
		heights: { waypoints, terrain: ground.terrain ?? null, airfield: edition.airfield },
		kept,
		from: "organiser",
	});
	const distances = taskDistances(task);
	const refused = refusedIn(task);
	const { kind, taskTimeS, points } = task;
	const { legs, ...lengths } = distances;
	const zones = orientZones(points);
	return {
		refused,
		unusual: refused.length > 0 ? [] : unusualIn({ ...task, droppedFromFile }, distances, edition.airfield),
		shown: {
			kind,
			taskTimeS,
			...lengths,
			points: points.map((point, index) => ({
				...point,
				leg: legs[index - 1] ?? null,
				axisDeg: zones[index]?.axisDeg ?? 0,
			})),
			drawing: points.length > 0 ? drawTaskMap(points, ground) : null,
		},
	};
}

/** Stores the typed task as a draft. @param seen revision of the draft that was edited; null for a new one */
export async function saveTyped(
	ctx: StaffCtx<"tasks">,
	where: Parameters<typeof addDraft>[1],
	typed: TypedTask,
	{ base, seen }: { readonly base: StoredTask | null; readonly seen: number | null },
) {
	const parsed = parseTyped(typed);
	if (!parsed.ok) return null;
	const droppedFromFile = base ? stillUnkept(typed, base, ctx.language) : [];
	return addDraft(
		ctx,
		where,
		{ ...parsed.task, droppedFromFile },
		{ from: "builder", baseId: base?.id ?? null, seen },
	);
}

/** What a file said about the task, and about the points whose place and zone have not changed. */
function stillUnkept({ points }: TypedTask, base: StoredTask, language: Language): DroppedFromFile[] {
	const before = typedTask(base, language).points;
	return base.droppedFromFile.flatMap(({ point, complaint }): DroppedFromFile[] => {
		if (point === null) return [{ point, complaint }];
		const old = before[point];
		const now = points.findIndex((one) => old !== undefined && isSamePoint(one, old));
		return now < 0 ? [] : [{ point: now, complaint }];
	});
}

const lasting = ["id", "latitude", "longitude", "preset", "size", "inner", "angle", "axis"] as const;

const isSamePoint = (one: TypedPoint, other: TypedPoint) => lasting.every((key) => one[key] === other[key]);

const mostMatches = 12;

interface Step {
	readonly typed: TypedTask;
	/** Waypoints of which one has to be chosen; null when nothing was looked for. */
	readonly matches: readonly Waypoint[] | null;
}

/** A button of the form: its name, and what it is about after a colon. */
export function takeStep(
	typed: TypedTask,
	intent: string,
	find: string,
	waypoints: readonly Waypoint[],
): Step {
	const [verb, about = ""] = intent.split(/:(.*)/s);
	const id = Number(about);
	if (verb === "add") return addFound(typed, find, waypoints);
	if (verb === "put") {
		const waypoint = waypoints.find((one) => waypointKey(one) === about);
		return { typed: waypoint ? withPoint(typed, waypoint) : typed, matches: null };
	}
	if (verb === "up") return { typed: withMoved(typed, id, -1), matches: null };
	if (verb === "down") return { typed: withMoved(typed, id, 1), matches: null };
	if (verb === "remove") return { typed: withMoved(typed, id, null), matches: null };
	const [start] = typed.points;
	return { typed: verb === "home" && start ? withPoint(typed, start) : typed, matches: null };
}

const waypointKey = ({ code, name }: Waypoint) => `${code} ${name}`;

function addFound(typed: TypedTask, find: string, waypoints: readonly Waypoint[]): Step {
	const wanted = find.trim();
	if (wanted === "") return { typed, matches: null };
	const isNamed = (text: string) => text.toLowerCase() === wanted.toLowerCase();
	const named = waypoints.filter(({ name, code }) => isNamed(code) || isNamed(name));
	const isMatch = matcherOf(wanted);
	const found = named.length > 0 ? named : waypoints.filter(({ name, code }) => isMatch([code, name]));
	const [only, ...others] = found;
	if (only && others.length === 0) return { typed: withPoint(typed, only), matches: null };
	return { typed, matches: found.slice(0, mostMatches) };
}
