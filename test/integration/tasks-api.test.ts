import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { noBriefing, noRules } from "~/lib/tasks/task-content";
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
	readonly rules: unknown;
	readonly scoring: unknown;
	readonly briefing: unknown;
	readonly points: readonly { readonly zone: Readonly<Record<string, unknown>> }[];
	readonly minDistanceM: number;
	readonly distanceM: number;
	readonly maxDistanceM: number;
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
	const all = await app.api("GET", `/api/tasks/${dayId}`, undefined, { as: admin });
	expect(await all.json()).toMatchObject([
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

const putFile = async (name: string, ...lines: readonly string[]) => {
	const sent = await put(multipart({ task: new File([lines.join("\r\n")], name) }));
	expect(sent.status).toBe(201);
	return sent.json<TaskAnswer>();
};

test("an XCSoar task has the rules of its file: its times are UTC", async () => {
	const point = (type: string, latitude: number, zone: string) =>
		`<Point type="${type}"><Waypoint name="P${latitude}" altitude="450"><Location longitude="15.9" latitude="${latitude}"/></Waypoint><ObservationZone ${zone}/></Point>`;
	const sent = await putFile(
		"task.tsk",
		'<Task type="RT" aat_min_time="7200" start_max_height="1600" start_max_height_ref="MSL" start_open_time="10:30" pev_start_wait_time="600" pev_start_window="480">',
		point("Start", 49.5, 'type="Line" length="10000"'),
		point("Turn", 50, 'type="Keyhole"'),
		point("Finish", 49.5, 'type="Cylinder" radius="3000"'),
		"</Task>",
	);
	expect(sent).toMatchObject({
		kind: "RT",
		taskTimeS: null,
		rules: {
			...{ startOpens: "12:30:00", startAltitudeM: 1_600 },
			pev: { waitS: 600, windowS: 480, presses: 3 },
		},
		points: [
			{ elevationM: 450, zone: { shape: "line", style: "next", lengthM: 10_000 } },
			{ zone: { shape: "keyhole", radiusM: 10_000, innerRadiusM: 500, angleDeg: 90 } },
			{ zone: { shape: "cylinder", style: "previous" } },
		],
	});
});

test("a flight log's task is taken: of SoaringSpot with fixed directions, of StrePla with its times in UTC", async () => {
	const log = (...lines: readonly string[]) => ["ALXVK4H", "HFDTE140725", ...lines];
	const seeYou = await putFile(
		"flight.igc",
		...log(
			"LCU::C140725103000000000000101 Club B",
			"LCU::C0000000N00000000E",
			"LCU::C4931872N01552470ELesnice",
			"LCU::C4910170N01545017ERybnik",
			"LCU::C4931872N01552470ELesnice",
			"LCU::C0000000N00000000E",
			"LSEEYOU OZ=-1,Style=2,R1=5000m,A1=180,Line=1",
			"LSEEYOU OZ=0,Style=0,R1=20000m,A1=45,A12=123.4",
			"LSEEYOU OZ=1,Style=3,R1=3000m,A1=180",
		),
	);
	// SeeYou writes Reduce=1 where the radius comes off.
	expect(seeYou).toMatchObject({ kind: "RT", scoring: { subtractFinishRadius: false } });
	expect(seeYou.points[1]?.zone).toMatchObject({ style: "fixed", angleDeg: 90, axisDeg: 303.4 });
	const strePla = await putFile(
		"flight.igc",
		...log(
			"LSCSDGate open:10:44",
			"LSCSCS:Start:N4931872:E01552470",
			"LSCSCT:Rybnik:N4910170:E01545017",
			"LSCSCF:Ziel:N4931872:E01552470",
			"LSCSRSLINE:20000",
		),
	);
	expect(strePla).toMatchObject({ rules: { startOpens: "12:44:00" } });
});

test("keys may be left out, parts may be null, and numbers may have decimals", async () => {
	const plain = statedTask({ taskTimeS: 7_200, scoring: null });
	const points = plain.points.map(({ zone: { style: _, ...zone }, elevationM: __, ...point }) => ({
		...point,
		zone,
	}));
	const sent = await put({
		...{ ...plain, points },
		rules: { startAltitudeM: 1_500.5, startSpeedKmh: 172.5, pev: { waitS: 600 } },
		briefing: { qnhHpa: 1_013.25, inactiveAirspace: null },
	});
	expect(sent.status).toBe(201);
	const task = await sent.json<TaskAnswer>();
	expect(task).toMatchObject({
		taskTimeS: null,
		rules: {
			...{ startAltitudeM: 1_500.5, startSpeedKmh: 172.5 },
			pev: { waitS: 600, windowS: null, presses: 3 },
		},
		scoring: { d1Km: 325 },
		briefing: { qnhHpa: 1_013.25, inactiveAirspace: [] },
	});
	expect(task.points.map(({ zone }) => zone.style)).toEqual([
		"next",
		"symmetrical",
		"symmetrical",
		"previous",
	]);
	const rid = await patch(task._id, { rules: null, briefing: null });
	expect(await rid.json()).toMatchObject({ rules: noRules, briefing: noBriefing, scoring: { d1Km: 325 } });
});

const zoneOf = (zone: Readonly<Record<string, unknown>> | undefined) => {
	const task = statedTask();
	return { ...task, points: task.points.map((point, index) => (index === 1 ? { ...point, zone } : point)) };
};
const many = () => Array.from({ length: 31 }, () => statedTask().points[1]);

const bare = zoneOf({ radiusM: 500 });
const { points: _points, ...pointless } = statedTask();

test.each([
	["no points", () => pointless, "The points is required"],
	["a zone without a shape", () => bare, "The points.1.zone.shape is required"],
	["a point without a zone", () => zoneOf(undefined), "The points.1.zone is required"],
	["rules that are a list", () => statedTask({ rules: 5 }), "The rules must be a JSON object or list"],
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
