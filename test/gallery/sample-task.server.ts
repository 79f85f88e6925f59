import type { Ctx } from "~/lib/context";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { liveMapOf, placesOf } from "~/lib/live/live-map.server";
import { pictureOf } from "~/lib/live/live-picture.server";
import type { LiveDay } from "~/lib/live/live-types";
import { backgroundMapOf } from "~/lib/maps/background-map";
import type { Position } from "~/lib/maps/geodesy";
import { drawTaskThumbnail } from "~/lib/tasks/draw-task.server";
import { classScoring } from "~/lib/tasks/task-defaults";
import { taskPageCode } from "~/lib/tasks/task-links.server";
import { toTaskView } from "~/lib/tasks/task-view";
import type { StoredTask } from "~/lib/tasks/tasks-queries.server";
import type { TaskBriefing, TaskPoint, TaskRules, Zone } from "~db/schema";

const zones = {
	start: { shape: "line", lengthM: 10_000, style: "start", axisDeg: null },
	sector: {
		shape: "keyhole",
		radiusM: 10_000,
		angleDeg: 90,
		innerRadiusM: 500,
		style: "symmetrical",
		axisDeg: null,
	},
	cylinder: { shape: "cylinder", radiusM: 12_000, style: "symmetrical", axisDeg: null },
	finish: { shape: "cylinder", radiusM: 3000, style: "previous", axisDeg: null },
} as const satisfies Record<string, Zone>;

const rules: TaskRules = {
	startOpens: "12:30:00",
	startAltitudeM: 1800,
	startSpeedKmh: 170,
	pev: { waitS: 600, windowS: 300, presses: 3 },
	finishAltitudeM: 550,
	finishCloses: "19:00:00",
	logDeadlineS: 2700,
};

const briefing: TaskBriefing = {
	gridTime: "11:00:00",
	firstLaunch: "11:45:00",
	qnhHpa: 1018,
	frequencies: "123.430",
	inactiveAirspace: ["LKTSA 21"],
	note: null,
};

/** A task around an airfield with one zone of each common shape. */
function sampleTask({ latitude, longitude }: Position): TaskPoint[] {
	const point = (name: string, north: number, east: number, zone: Zone): TaskPoint => ({
		name,
		code: name,
		elevationM: null,
		latitude: latitude + north,
		longitude: longitude + east,
		zone,
	});
	return [
		point("Start", 0, 0, zones.start),
		point("Lesnice", 0.4, -0.7, zones.sector),
		point("Podhorany", 0.5, 0.6, zones.cylinder),
		point("Finish", 0, 0, zones.finish),
	];
}

/** A published task with every rule and a briefing, and its picture in the size of a stamp. */
export function sampleOfTask(ctx: Pick<Ctx, "edition" | "language" | "settings" | "now">) {
	const { edition, language } = ctx;
	const points = sampleTask(edition.airfield);
	const scoring = classScoring(taskDefaultsOf(edition, "club").scoring, points);
	const version: StoredTask = {
		id: "sample",
		dayId: "sample",
		classId: "sample",
		className: "Club",
		classType: "club",
		date: edition.competition.from,
		dayName: "1",
		number: 1,
		state: "published",
		revision: 1,
		kind: "RT",
		taskTimeS: null,
		points,
		rules,
		scoring,
		briefing,
		...{
			sha256: "",
			distanceM: 228_600,
			minDistanceM: null,
			maxDistanceM: null,
			publishedAt: null,
			sources: {},
			droppedFromFile: [],
		},
	};
	const live = liveMapOf(ctx, inTheAir(points), { kind: "page", classType: "club", ...placesOf(points) });
	const gliders = inTheAir(points).pilots.map(({ startNumber, last }) => ({ ...last, number: startNumber }));
	return {
		task: toTaskView(version, backgroundMapOf(edition, language)),
		/** Its picture asks nobody. */
		live: { ...live, picture: `data:image/svg+xml,${encodeURIComponent(pictureOf(live.frame, gliders))}` },
		thumbnail: drawTaskThumbnail(points),
		code: taskPageCode(ctx, version),
	};
}

/** A glider near each turn point, and one beside another. */
function inTheAir(points: readonly TaskPoint[]): LiveDay {
	const numbers = ["7K", "U2", "K1", "XX"];
	return {
		signalAt: "2025-07-12T14:42:00Z",
		delays: { club: 15 },
		pilots: numbers.map((startNumber, index) => ({
			entryId: startNumber,
			startNumber,
			classType: "club",
			last: {
				at: "2025-07-12T14:42:00Z",
				latitude: (points[1 + (index % 2)]?.latitude ?? 0) + 0.05 * index,
				longitude: (points[1 + (index % 2)]?.longitude ?? 0) - 0.02 * index,
				...{ altitude: 1640, speed: 92, climb: null, track: 75 * index },
			},
			stands: [],
			mayHaveLanded: false,
			flewAt: null,
			progress: null,
		})),
	};
}

export type SampleTask = ReturnType<typeof sampleOfTask>;
