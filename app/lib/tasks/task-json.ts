import { z } from "zod";
import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { earthModels, taskKinds, taskStates, zoneStyles } from "~db/enums";
import type { Zone } from "~db/schema";
import { versionLetter } from "./task-content";
import { zoneShapes } from "./task-fields";
import { taskFilePath, taskSheetPath } from "./task-paths";
import type { StoredTask } from "./tasks-queries.server";

const metres = z.number().nullable();
const time = z.string().nullable();

/** Every key is there; null where it does not apply. */
export const taskJson = z.object({
	_id: z.string(),
	competitionClass: z.object({ _id: z.string(), name: z.string(), type: z.string() }),
	version: z.string(),
	state: z.enum(taskStates),
	kind: z.enum(taskKinds),
	distanceM: z.number(),
	minDistanceM: metres,
	maxDistanceM: metres,
	taskTimeS: z.int().nullable(),
	published: z.boolean(),
	publishedAt: z.iso.datetime().nullable(),
	sha256: z.string(),
	rules: z.object({
		startOpens: time,
		startAltitudeM: metres,
		startSpeedKmh: metres,
		pev: z.object({ waitS: z.number(), windowS: z.number().nullable(), presses: z.int() }).nullable(),
		finishAltitudeM: metres,
		finishCloses: time,
		logDeadlineS: metres,
	}),
	scoring: z.object({
		d1Km: z.number(),
		dmKm: z.number(),
		handicaps: z.boolean(),
		earth: z.enum(earthModels),
		subtractFinishRadius: z.boolean(),
	}),
	briefing: z.object({
		gridTime: time,
		firstLaunch: time,
		qnhHpa: metres,
		frequencies: z.string().nullable(),
		inactiveAirspace: z.array(z.string()),
		note: z.string().nullable(),
	}),
	points: z.array(
		z.object({
			name: z.string(),
			code: z.string(),
			latitude: z.number(),
			longitude: z.number(),
			elevationM: metres,
			zone: z.object({
				shape: z.enum(zoneShapes),
				style: z.enum(zoneStyles),
				lengthM: metres,
				radiusM: metres,
				innerRadiusM: metres,
				angleDeg: metres,
				axisDeg: metres,
			}),
		}),
	),
	files: z.object({ cup: z.url(), tsk: z.url(), xctsk: z.url(), sheet: z.url() }),
});

export function toTaskJson({ edition, settings }: Ctx, task: StoredTask): z.infer<typeof taskJson> {
	const { rules, scoring, briefing } = task;
	const address = (path: string) => `${editionOrigin(edition, settings)}${path}`;
	return {
		_id: task.id,
		competitionClass: { _id: task.classId, name: task.className, type: task.classType },
		version: versionLetter(task.number),
		state: task.state,
		kind: task.kind,
		distanceM: task.distanceM,
		minDistanceM: task.minDistanceM,
		maxDistanceM: task.maxDistanceM,
		taskTimeS: task.taskTimeS,
		published: task.state === "published",
		publishedAt: task.publishedAt?.toISOString() ?? null,
		sha256: task.sha256,
		rules: {
			startOpens: rules.startOpens,
			startAltitudeM: rules.startAltitudeM,
			startSpeedKmh: rules.startSpeedKmh,
			pev: rules.pev && { waitS: rules.pev.waitS, windowS: rules.pev.windowS, presses: rules.pev.presses },
			finishAltitudeM: rules.finishAltitudeM,
			finishCloses: rules.finishCloses,
			logDeadlineS: rules.logDeadlineS,
		},
		scoring: {
			d1Km: scoring.d1Km,
			dmKm: scoring.dmKm,
			handicaps: scoring.handicaps,
			earth: scoring.earth,
			subtractFinishRadius: scoring.subtractFinishRadius,
		},
		briefing: {
			gridTime: briefing.gridTime,
			firstLaunch: briefing.firstLaunch,
			qnhHpa: briefing.qnhHpa,
			frequencies: briefing.frequencies,
			inactiveAirspace: [...briefing.inactiveAirspace],
			note: briefing.note,
		},
		points: task.points.map(({ name, code, latitude, longitude, elevationM, zone }) => ({
			name,
			code,
			latitude,
			longitude,
			elevationM,
			zone: toZoneJson(zone),
		})),
		files: {
			cup: address(taskFilePath(task.id, "cup")),
			tsk: address(taskFilePath(task.id, "tsk")),
			xctsk: address(taskFilePath(task.id, "xctsk")),
			sheet: address(taskSheetPath(task.id)),
		},
	};
}

/** A zone with every key; sizes that its shape does not have are null. */
function toZoneJson(zone: Zone): z.infer<typeof taskJson>["points"][number]["zone"] {
	return {
		shape: zone.shape,
		style: zone.style,
		lengthM: "lengthM" in zone ? zone.lengthM : null,
		radiusM: "radiusM" in zone ? zone.radiusM : null,
		innerRadiusM: "innerRadiusM" in zone ? zone.innerRadiusM : null,
		angleDeg: "angleDeg" in zone ? zone.angleDeg : null,
		axisDeg: zone.axisDeg,
	};
}
