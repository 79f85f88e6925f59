import { z } from "zod";
import { complaints, optionalLine, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { roundTo } from "~/lib/numbers";
import { droppedKeys, earthModels, taskKinds, zoneStyles } from "~db/enums";
import type { DroppedFromFile, TaskPoint, Zone } from "~db/schema";
import { noBriefing, noRules, usualPresses, usualStyle } from "./task-defaults";
import {
	briefingFields,
	highestM,
	longestDistanceKm,
	longestS,
	mostSpaces,
	pevFields,
	ruleFields,
	zoneShapes,
} from "./task-fields";

/* The JSON of the API. A request may leave keys out, which keeps what the published version before says; null takes a rule off. */

/** What is wrong with a value: it is missing, or another kind is wanted. */
const wanted = (complaint: string) => ({
	error: ({ input }: { readonly input?: unknown }) =>
		input === undefined || input === null ? complaints.required : complaint,
});
const structure = wanted("task.file.structure");

const number = z.number(wanted(complaints.number));
const size = number.nullable().optional();

/** A zone as the JSON has it: sizes that the shape does not have are null. */
const zoneJson = z.object(
	{
		shape: z.enum(zoneShapes, wanted(complaints.choice)),
		style: z.enum(zoneStyles, complaints.choice).nullable().optional(),
		lengthM: size,
		radiusM: size,
		innerRadiusM: size,
		angleDeg: size,
		axisDeg: size,
	},
	structure,
);

/** A zone that lacks a size gets 0, which `refusedIn` refuses; one without a style, that of its place in the task. */
function toZone({ shape, ...stated }: z.infer<typeof zoneJson>, usual: Zone["style"]): Zone {
	const { lengthM, radiusM, innerRadiusM, angleDeg, axisDeg } = stated;
	const style = stated.style ?? usual;
	const direction = { style, axisDeg: style === "fixed" ? (axisDeg ?? 0) : null };
	if (shape === "line") return { shape, lengthM: lengthM ?? 0, ...direction };
	const round = { radiusM: radiusM ?? 0, ...direction };
	if (shape === "cylinder") return { shape, ...round };
	if (shape === "sector") return { shape, angleDeg: angleDeg ?? 0, ...round };
	return { shape, innerRadiusM: innerRadiusM ?? 0, angleDeg: angleDeg ?? 0, ...round };
}

/** Places on land. */
const lowestM = -500;

/** `refusedIn` judges coordinates and sizes. */
const pointJson = z.object(
	{
		name: requiredLine(limits.name),
		code: optionalLine(limits.name).transform((code) => code ?? ""),
		latitude: number,
		longitude: number,
		elevationM: number
			.min(lowestM, complaints.range(lowestM, highestM))
			.max(highestM, complaints.range(lowestM, highestM))
			.nullable()
			.optional(),
		zone: zoneJson,
	},
	structure,
);

export function toPoints(stated: readonly z.infer<typeof pointJson>[]): TaskPoint[] {
	return stated.map((point, index) => toPoint(point, usualStyle(index, stated.length)));
}

function toPoint(
	{ latitude, longitude, elevationM, ...point }: z.infer<typeof pointJson>,
	usual: Zone["style"],
): TaskPoint {
	return {
		name: point.name,
		code: point.code,
		latitude: roundTo(6, latitude),
		longitude: roundTo(6, longitude),
		elevationM: elevationM === null || elevationM === undefined ? null : Math.round(elevationM),
		zone: toZone(point.zone, usual),
	};
}

/** A rule without a window has no end. */
const pev = z.object(pevFields, structure).transform(({ waitS, windowS, presses }) => ({
	waitS: waitS ?? 0,
	windowS,
	presses: presses ?? usualPresses,
}));

/** Null removes all rules. */
const rules = z
	.object({ ...ruleFields, pev: pev.nullable() }, structure)
	.partial()
	.nullable()
	.transform((stated) => stated ?? noRules);

const distanceKm = number
	.min(1, complaints.range(1, longestDistanceKm))
	.max(longestDistanceKm, complaints.range(1, longestDistanceKm));

/** Null counts as left out. */
const scoring = z
	.object(
		{
			d1Km: distanceKm,
			dmKm: distanceKm,
			handicaps: z.boolean({ error: complaints.choice }),
			earth: z.enum(earthModels, complaints.choice),
			subtractFinishRadius: z.boolean({ error: complaints.choice }),
		},
		structure,
	)
	.partial()
	.nullable()
	.transform((stated) => stated ?? undefined);

/** Null removes the whole briefing. */
const briefing = z
	.object(
		{
			...briefingFields,
			inactiveAirspace: z
				.array(requiredLine(limits.name), structure)
				.max(mostSpaces, complaints.range(0, mostSpaces))
				.nullable()
				.transform((names) => names ?? []),
		},
		structure,
	)
	.partial()
	.nullable()
	.transform((stated) => stated ?? noBriefing);

/** More points than `refusedIn` allows, so that it can say so. */
const mostStatedPoints = 200;

const changes = { rules: rules.optional(), scoring: scoring.optional(), briefing: briefing.optional() };

/** The body of a task that a client states as JSON. */
export const taskInputSchema = z.object(
	{
		kind: z.enum(taskKinds, wanted(complaints.choice)),
		taskTimeS: number.max(longestS, complaints.range(1, longestS)).nullable().optional(),
		points: z.array(pointJson, structure).max(mostStatedPoints, "task.check.tooMany"),
		...changes,
	},
	{ error: complaints.required },
);

export type TaskInput = z.infer<typeof taskInputSchema>;

/** Characters of a complaint, with values of the file. */
const longestDropped = 1_000;

/** The key of a text is one of ours, as the page of several tasks sends it back. */
function isDropped(value: unknown): boolean {
	if (typeof value !== "string" || value.length > longestDropped) return false;
	const [key = ""] = value.split("?");
	return droppedKeys.some((known) => key === `task.file.${known}`);
}

/** A task of a file, with what it does not keep. */
export const fileTaskSchema = taskInputSchema.extend({
	aboveGround: z.object({ startM: z.int().positive(), finishM: z.int().positive() }).partial().optional(),
	droppedFromFile: z.array(
		z.object({
			point: z.int({ error: complaints.number }).nullable(),
			complaint: z.custom<DroppedFromFile["complaint"]>(isDropped, complaints.choice),
		}),
	),
});

export type FileTask = z.infer<typeof fileTaskSchema>;

/** The body of a change. What is cancelled is neither changed nor published with it. */
export const taskChangeSchema = z
	.object({
		...changes,
		published: z.literal(true, complaints.choice).optional(),
		cancelled: z.literal(true, complaints.choice).optional(),
	})
	.refine(
		({ cancelled, ...others }) => !cancelled || Object.values(others).every((value) => value === undefined),
		{
			path: ["cancelled"],
			message: complaints.choice,
		},
	);
