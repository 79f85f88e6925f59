import { z } from "zod";
import { complaints, optionalLine, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { earthModels } from "~/lib/geodesy/earth-model";
import { taskKinds } from "~db/enums";
import type { TaskBriefing, TaskPoint, TaskRules, TaskScoring, Zone } from "./task";
import { zoneStyles } from "./task";
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

/* The JSON of the API. A request may leave keys out; null takes a rule off. */

const number = z.number({ error: complaints.number });
const size = number.nullable().optional();

/** As the JSON has it: sizes that the shape does not have are null. */
export const zoneJson = z.object({
	shape: z.enum(zoneShapes, complaints.choice),
	style: z.enum(zoneStyles, complaints.choice),
	lengthM: size,
	radiusM: size,
	innerRadiusM: size,
	angleDeg: size,
	axisDeg: size,
});

/** A zone that lacks a size gets 0, which `checkTask` refuses. */
function toZone({ shape, style, ...sizes }: z.infer<typeof zoneJson>): Zone {
	const { lengthM, radiusM, innerRadiusM, angleDeg, axisDeg } = sizes;
	const direction = { style, axisDeg: style === "fixed" ? (axisDeg ?? 0) : null };
	if (shape === "line") return { shape, lengthM: lengthM ?? 0, ...direction };
	const round = { radiusM: radiusM ?? 0, ...direction };
	if (shape === "cylinder") return { shape, ...round };
	if (shape === "sector") return { shape, angleDeg: angleDeg ?? 0, ...round };
	return { shape, innerRadiusM: innerRadiusM ?? 0, angleDeg: angleDeg ?? 0, ...round };
}

/** Places on land. */
const lowestM = -500;

/** Ten centimetres on the ground. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** `checkTask` judges coordinates and sizes. */
const pointJson = z.object({
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
});

export function toPoint({ latitude, longitude, elevationM, ...point }: z.infer<typeof pointJson>): TaskPoint {
	return {
		name: point.name,
		code: point.code,
		latitude: roundDegrees(latitude),
		longitude: roundDegrees(longitude),
		elevationM: elevationM === null || elevationM === undefined ? null : Math.round(elevationM),
		zone: toZone(point.zone),
	};
}

const pev = z.object(pevFields).transform(({ waitS, windowS, presses }) => ({
	waitS: waitS ?? 0,
	windowS: windowS ?? 0,
	presses: presses ?? 1,
}));

const rules = z.object({ ...ruleFields, pev: pev.nullable() }).partial();

const scoring = z
	.object({
		d1Km: number
			.min(1, complaints.range(1, longestDistanceKm))
			.max(longestDistanceKm, complaints.range(1, longestDistanceKm)),
		dmKm: number
			.min(1, complaints.range(1, longestDistanceKm))
			.max(longestDistanceKm, complaints.range(1, longestDistanceKm)),
		handicaps: z.boolean({ error: complaints.choice }),
		earth: z.enum(earthModels, complaints.choice),
		subtractFinishRadius: z.boolean({ error: complaints.choice }),
	})
	.partial();

const briefing = z
	.object({
		...briefingFields,
		inactiveAirspace: z.array(requiredLine(limits.name)).max(mostSpaces),
	})
	.partial();

/** More points than `refusedIn` allows, so that it can say so. */
const mostStatedPoints = 200;

const changes = { rules: rules.optional(), scoring: scoring.optional(), briefing: briefing.optional() };

/** The body of a task that a client states as JSON. */
export const statedTaskSchema = z.object({
	kind: z.enum(taskKinds, complaints.choice),
	taskTimeS: number.max(longestS, complaints.range(1, longestS)).nullable().optional(),
	points: z.array(pointJson).max(mostStatedPoints, "task.check.tooMany"),
	...changes,
});

export type StatedTask = z.infer<typeof statedTaskSchema>;

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

export interface TaskSettings {
	readonly rules?: Partial<TaskRules> | undefined;
	readonly scoring?: Partial<TaskScoring> | undefined;
	readonly briefing?: Partial<TaskBriefing> | undefined;
}
