import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { noBriefing, noRules } from "~/lib/tasks/task-defaults";
import { multipart } from "~test/support/multipart";
import { statedTask } from "~test/support/stated-task";
import { type TaskAnswer, taskApi } from "~test/support/task-api";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";
import { testEdition } from "~test/support/test-edition";

const { app, ids, put, patch, read, allTasks, publicTasks } = taskApi("2025-07-14", "18_meter");
let first: TaskAnswer;

test("a task that is stated as JSON is a draft with the scoring of its class, which visitors do not get", async () => {
	const sent = await put(statedTask({ rules: { startOpens: "12:30" } }));
	expect(sent.status).toBe(201);
	first = await sent.json();
	expect(first).toMatchObject({
		competitionClass: { _id: ids.class, type: "18_meter" },
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
	const keysOf = (value: unknown) => Object.keys(value as object).sort();
	expect(keysOf(first)).toEqual(
		[
			...["_id", "competitionClass", "version", "state", "kind", "distanceM", "minDistanceM", "maxDistanceM"],
			...[
				"taskTimeS",
				"published",
				"publishedAt",
				"sha256",
				"rules",
				"scoring",
				"briefing",
				"points",
				"files",
				"warnings",
			],
		].sort(),
	);
	const { rules, scoring, briefing, points, files } = first;
	expect(rules).toEqual({ ...noRules, startOpens: "12:30:00" });
	expect(keysOf(scoring)).toEqual(["d1Km", "dmKm", "earth", "handicaps", "subtractFinishRadius"]);
	expect(briefing).toEqual(noBriefing);
	expect(keysOf(files)).toEqual(["cup", "sheet", "tsk", "xctsk"]);
	const sizes = ["angleDeg", "axisDeg", "innerRadiusM", "lengthM", "radiusM", "shape", "style"];
	for (const point of points) {
		expect(keysOf(point)).toEqual(["code", "elevationM", "latitude", "longitude", "name", "zone"]);
		expect(keysOf(point.zone)).toEqual(sizes);
	}
	expect(await publicTasks()).toEqual([]);
	expect((await app.api("GET", `/api/tasks/task/${first._id}`)).status).toBe(404);
	expect(await allTasks()).toMatchObject([{ _id: first._id }]);
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
	for (const address of Object.values(first.files)) {
		const { origin, pathname } = new URL(address);
		expect(origin).toMatch(/^https?:\/\//);
		expect((await app.get(pathname)).status).toBe(200);
	}
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
	expect(next.minDistanceM).toBeLessThan(next.distanceM);
	expect(next.maxDistanceM).toBeGreaterThan(next.distanceM);
	await patch(next._id, { published: true });
	expect(await allTasks()).toMatchObject([
		{ version: "B", state: "published" },
		{ version: "A", state: "superseded" },
	]);
	expect(await publicTasks()).toMatchObject([{ _id: next._id }]);
	const before = await (await app.api("GET", `/api/tasks/task/${first._id}`)).json();
	expect(before).toMatchObject({ state: "superseded", published: false });
	const cancelled = await patch(next._id, { cancelled: true });
	expect(await cancelled.json()).toMatchObject({ state: "cancelled" });
	expect(await publicTasks()).toEqual([]);
	for (const { _id } of [first, next])
		expect((await patch(_id, { scoring: { handicaps: true } })).status).toBe(409);
});

test("what cannot be published is not changed with it, and what is cancelled is not changed", async () => {
	const line = { shape: "line", style: "previous", lengthM: 1_000 };
	const points = statedTask().points.map((point, index) => (index === 3 ? { ...point, zone: line } : point));
	const sent = await (await put(statedTask({ points }))).json<TaskAnswer>();
	// Half the length of a finish line comes off only where somebody says so.
	expect(sent).toMatchObject({ scoring: { subtractFinishRadius: false } });
	const { _id: id } = sent;
	const before = await read(id);
	const db = env[`DB_${testEdition.year}`] as D1Database;
	await db.exec(
		"CREATE TRIGGER broken BEFORE INSERT ON audit_log WHEN NEW.action = 'task.publish' BEGIN SELECT RAISE(ABORT, 'broken'); END",
	);
	expect((await patch(id, { scoring: { handicaps: false }, published: true })).status).toBe(503);
	await db.exec("DROP TRIGGER broken");
	expect(await read(id)).toEqual(before);
	const mixed = await patch(id, { scoring: { handicaps: false }, cancelled: true });
	expect(mixed.status).toBe(400);
	expect(await read(id)).toEqual(before);
	expect((await patch(id, { cancelled: true })).status).toBe(200);
});
