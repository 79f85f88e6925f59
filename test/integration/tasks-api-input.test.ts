import { expect, test } from "vitest";
import { noBriefing, noRules } from "~/lib/tasks/task-defaults";
import { multipart } from "~test/support/multipart";
import { statedTask } from "~test/support/stated-task";
import { type TaskAnswer, taskApi } from "~test/support/task-api";
import { cupFile, racingZones } from "~test/support/task-files";

const { put, patch } = taskApi("2025-07-14", "18_meter");

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
			startOpens: "12:30:00",
			startAltitudeM: 1_600,
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
	expect(seeYou).toMatchObject({ warnings: [] });
	const withoutZones = await putFile(
		"flight.igc",
		...log(
			"C140725103000000000000101 Club B",
			"C0000000N00000000E",
			"C4931872N01552470ELesnice",
			"C4910170N01545017ERybnik",
			"C4931872N01552470ELesnice",
			"C0000000N00000000E",
		),
	);
	expect(withoutZones).toMatchObject({
		warnings: [{ reason: "usualZones", msg: "The file states no zones: the usual ones were taken." }],
	});
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
		...plain,
		points,
		rules: { startAltitudeM: 1_500.5, startSpeedKmh: 172.5, pev: { waitS: 600 } },
		briefing: { qnhHpa: 1_013.25, inactiveAirspace: null },
	});
	expect(sent.status).toBe(201);
	const task = await sent.json<TaskAnswer>();
	expect(task).toMatchObject({
		taskTimeS: null,
		rules: {
			startAltitudeM: 1_500.5,
			startSpeedKmh: 172.5,
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
