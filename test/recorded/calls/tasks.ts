import { multipart } from "~test/support/multipart";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";
import { further, type Plan, plan } from "../ask";
import type { World } from "../season";

export function reads({ days, tasks, ids, draft }: World): Plan[] {
	return [
		plan(
			"GET /api/tasks/{id}",
			...days.map(({ id, name, date }) => ({ what: `${name}, ${date}`, params: [id] })),
		),
		plan(
			"GET /api/tasks/task/{taskId}",
			{ what: "a task in force", params: [tasks[`17 ${ids.club}`] ?? ""] },
			{ what: "a draft", params: [draft] },
		),
	];
}

export function writes({ day, ids, tasks, task, draft }: World): Plan[] {
	const by = ["organiser"] as const;
	const place = { params: [day(19), ids.club] };
	const cup =
		(...zones: readonly (readonly string[])[]) =>
		() =>
			multipart({ task: cupFile(...zones) });
	const whole = {
		...task,
		taskTimeS: null,
		rules: { startOpens: "12:05", startAltitudeM: 1500, logDeadlineS: 2700 },
		scoring: { d1Km: 250, dmKm: 100, handicaps: true, earth: "sphere", subtractFinishRadius: true },
		briefing: { gridTime: "10:30", qnhHpa: 1015, inactiveAirspace: ["TRA 1"], note: "Bouřky" },
	};
	const files = {
		"a file": cup(racingZones),
		"a file of two tasks": cup(racingZones, areaZones),
		"a file that is none": () => multipart({ task: new File(["text"], "task.cup") }),
		"an empty file": () => multipart({ task: new File([""], "task.cup") }),
		"no file": () => multipart({ index: "0" }),
		"the second task of a file": () => multipart({ task: cupFile(racingZones, areaZones), index: "1" }),
		"the third task of two": () => multipart({ task: cupFile(racingZones, areaZones), index: "2" }),
	};
	return [
		plan("PUT /api/tasks/{dayId}/{classId}", { what: "a task", ...place, json: whole }),
		further(
			"PUT /api/tasks/{dayId}/{classId}",
			{ what: "only what must be", ...place, json: task, by },
			{ what: "an area task without a time", ...place, json: { ...task, kind: "AAT" }, by },
			{ what: "one point", ...place, json: { ...task, points: task.points.slice(0, 1) }, by },
			...Object.entries(files).map(([what, form]) => ({ what, ...place, form, by })),
		),
		plan("PATCH /api/tasks/{id}", {
			what: "other rules of a draft",
			params: [draft],
			json: { rules: { startOpens: "12:30" }, scoring: { d1Km: 200 }, briefing: { note: "Jinak" } },
		}),
		further(
			"PATCH /api/tasks/{id}",
			{ what: "published", params: [draft], json: { published: true }, by },
			{ what: "published again", params: [draft], json: { published: true }, by },
			{ what: "other points of one in force", params: [draft], json: { scoring: { d1Km: 300 } }, by },
			{
				what: "another briefing of one in force",
				params: [draft],
				json: { briefing: { note: "Znovu" } },
				by,
			},
			{ what: "cancelled and published", params: [draft], json: { cancelled: true, published: true }, by },
			{ what: "cancelled", params: [draft], json: { cancelled: true }, by },
			{
				what: "cancelled with official results",
				params: [tasks[`14 ${ids.club}`] ?? ""],
				json: { cancelled: true },
				by,
			},
		),
		further("GET /api/tasks/{id}", { what: "after the changes", params: [day(18)], by: ["anonymous"] }),
	];
}
