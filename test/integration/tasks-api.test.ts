import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin, seedReference } from "~test/support/factories";
import { statedTask } from "~test/support/stated-task";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";
import { testEdition } from "~test/support/test-edition";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
let admin: Awaited<ReturnType<typeof createAdmin>>;
let dayId: string;
let classId: string;

beforeAll(async () => {
	const { competitionDays, competitionClasses } = await seedReference();
	dayId = competitionDays.find(({ date }) => date === "2025-07-14")?.id ?? "";
	classId = competitionClasses.find(({ type }) => type === "18_meter")?.id ?? "";
	admin = await createAdmin();
});

interface TaskAnswer {
	readonly _id: string;
	readonly files: Readonly<Record<string, string>>;
}

const put = (body: unknown) => app.api("PUT", `/api/tasks/${dayId}/${classId}`, body, { as: admin });
const patch = (id: string, body: unknown) => app.api("PATCH", `/api/tasks/${id}`, body, { as: admin });
const publicTasks = async () => (await app.api("GET", `/api/tasks/${dayId}`)).json();
let first: TaskAnswer;

function multipart(fields: Readonly<Record<string, string | File>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}

test("a task that is stated as JSON is a draft with the scoring of its class, which visitors do not get", async () => {
	const sent = await put(statedTask({ rules: { startOpens: "12:30" } }));
	expect(sent.status).toBe(201);
	first = await sent.json();
	expect(first).toMatchObject({
		competitionClass: { _id: classId, type: "18_meter" },
		version: "A",
		state: "draft",
		kind: "RT",
		taskTimeS: null,
		minDistanceM: null,
		published: false,
		publishedAt: null,
		rules: { startOpens: "12:30:00", startAltitudeM: null, pev: null },
		scoring: { d1Km: 325, dmKm: 130, handicaps: true, earth: "wgs84", subtractFinishRadius: true },
		briefing: { inactiveAirspace: [], note: null },
	});
	// The start looks to the next point, and sizes that a shape does not have are null.
	expect(first).toMatchObject({
		points: [
			{
				zone: {
					shape: "line",
					lengthM: 10_000,
					radiusM: null,
					innerRadiusM: null,
					angleDeg: null,
					axisDeg: null,
				},
			},
			{},
			{ zone: { shape: "sector", lengthM: null, radiusM: 10_000, angleDeg: 90 } },
			{},
		],
	});
	expect(await publicTasks()).toEqual([]);
	expect((await app.api("GET", `/api/tasks/task/${first._id}`)).status).toBe(404);
	const own = await app.api("GET", `/api/tasks/${dayId}`, undefined, { as: admin });
	expect(await own.json()).toMatchObject([{ _id: first._id }]);
});

test("a change sets the keys given, null takes a rule off, and publishing puts it in force", async () => {
	const changed = await patch(first._id, {
		rules: { startOpens: null, startAltitudeM: 1_600, pev: { waitS: 600, windowS: 480, presses: 3 } },
		scoring: { earth: "sphere" },
		published: true,
	});
	expect(changed.status).toBe(200);
	expect(await changed.json()).toMatchObject({
		state: "published",
		published: true,
		publishedAt: "2025-07-14T08:00:00.000Z",
		rules: { startOpens: null, startAltitudeM: 1_600, pev: { waitS: 600, windowS: 480, presses: 3 } },
		scoring: { d1Km: 325, earth: "sphere" },
	});
	expect(await publicTasks()).toMatchObject([{ _id: first._id, state: "published" }]);
	const sheet = new URL(first.files.sheet ?? "").pathname;
	expect((await app.get(sheet)).status).toBe(200);
});

test("rules of a published version are refused, its scoring changes", async () => {
	expect((await patch(first._id, { rules: { startAltitudeM: 1_500 } })).status).toBe(409);
	expect((await patch(first._id, { published: true })).status).toBe(409);
	const changed = await patch(first._id, { scoring: { handicaps: false } });
	expect(await changed.json()).toMatchObject({ scoring: { handicaps: false, earth: "sphere" } });
});

test("a file becomes the next version, which supersedes the first", async () => {
	const task = cupFile(racingZones, areaZones);
	const choices: readonly Readonly<Record<string, string>>[] = [
		{},
		{ index: "" },
		{ index: "2" },
		{ index: "two" },
	];
	for (const choice of choices) {
		const several = await put(multipart({ task, ...choice }));
		expect(several.status).toBe(400);
		expect(await several.json()).toMatchObject({ msg: expect.stringContaining("0 Task 1, 1 Task 2") });
	}
	const second = await put(multipart({ task, index: "1" }));
	expect(second.status).toBe(201);
	const next = (await second.json()) as TaskAnswer;
	expect(next).toMatchObject({
		version: "B",
		kind: "AAT",
		taskTimeS: 9_000,
		rules: { startOpens: "12:30:00" },
	});
	await patch(next._id, { published: true });
	expect(await publicTasks()).toMatchObject([{ _id: next._id }]);
	const before = await (await app.api("GET", `/api/tasks/task/${first._id}`)).json();
	expect(before).toMatchObject({ state: "superseded", published: false });
	const cancelled = await patch(next._id, { cancelled: true });
	expect(await cancelled.json()).toMatchObject({ state: "cancelled" });
	expect(await publicTasks()).toEqual([]);
});

const zoneOf = (zone: Readonly<Record<string, unknown>>) => {
	const task = statedTask();
	return { ...task, points: task.points.map((point, index) => (index === 1 ? { ...point, zone } : point)) };
};
const many = () => Array.from({ length: 31 }, () => statedTask().points[1]);

test.each([
	["31 points", () => statedTask({ points: many() }), "The task has more than 30 points."],
	[
		"two points",
		() => statedTask({ points: statedTask().points.slice(2) }),
		"A task needs a start, at least one point, and a finish.",
	],
	[
		"an area task without a time",
		() => statedTask({ kind: "AAT" }),
		"An assigned area task needs a task time.",
	],
	[
		"a negative radius",
		() => zoneOf({ shape: "cylinder", style: "next", radiusM: -500 }),
		"The zone has no size.",
	],
	[
		"an unknown style",
		() => zoneOf({ shape: "cylinder", style: "sideways", radiusM: 500 }),
		"is not one of the options",
	],
	["a time 25:00", () => statedTask({ rules: { startOpens: "25:00" } }), "Enter a time"],
	[
		"coordinates of 91°",
		() => ({ ...statedTask(), points: statedTask().points.map((point) => ({ ...point, latitude: 91 })) }),
		"The coordinates are off the earth.",
	],
	[
		"a broken file",
		() => multipart({ task: cupFile(racingZones.map((line) => line.replace("Style=2", "Style=8"))) }),
		"Line 8: unknown direction of the zone: 8",
	],
])("%s is refused with what is wrong", async (_what, body, msg) => {
	const refused = await put(body());
	expect(refused.status).toBe(400);
	expect(((await refused.json()) as { readonly msg: string }).msg).toContain(msg);
});

test("what cannot be published is not changed with it, and what is cancelled is not changed", async () => {
	const line = { shape: "line", style: "previous", lengthM: 1_000 };
	const points = statedTask().points.map((point, index) => (index === 3 ? { ...point, zone: line } : point));
	const sent = await (await put(statedTask({ points }))).json<TaskAnswer>();
	// Half the length of a finish line comes off only where somebody says so.
	expect(sent).toMatchObject({ scoring: { subtractFinishRadius: false } });
	const { _id: id } = sent;
	const read = async () => (await app.api("GET", `/api/tasks/task/${id}`, undefined, { as: admin })).json();
	const before = await read();
	const db = env[`DB_${testEdition.year}`] as D1Database;
	await db.exec(
		"CREATE TRIGGER broken BEFORE INSERT ON audit_log WHEN NEW.action = 'task.publish' BEGIN SELECT RAISE(ABORT, 'broken'); END",
	);
	expect((await patch(id, { scoring: { handicaps: false }, published: true })).status).toBe(503);
	await db.exec("DROP TRIGGER broken");
	expect(await read()).toEqual(before);
	const mixed = await patch(id, { scoring: { handicaps: false }, cancelled: true });
	expect(mixed.status).toBe(400);
	expect(await read()).toEqual(before);
	expect((await patch(id, { cancelled: true })).status).toBe(200);
});
