import { expect, test } from "vitest";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";

const read = (text: string) => readTaskFile(new Uint8Array(Buffer.from(text)), "2025-07-26");

const log = (...lines: readonly string[]) =>
	["ALXVK4H", "HFDTE150726", ...lines, "B1102204931872N01552470EA0050000550"].join("\r\n");
const declared = (prefix: string) => [
	`${prefix}C150726103000000000000102 Club B`,
	`${prefix}C0000000N00000000E`,
	`${prefix}C4931872N01552470EHorni Lesnice`,
	`${prefix}C4922170N01545017EDlouhy rybnik`,
	`${prefix}C4936723N01626459ELipovec`,
	`${prefix}C4931872N01552470EHorni Lesnice`,
	`${prefix}C0000000N00000000E`,
];

test.each([
	["of SoaringSpot", "LCU::"],
	["of the recorder beside zones of SeeYou", ""],
])("the declaration %s in a flight log is read", (_, prefix) => {
	const { tasks, complaints } = read(
		log(
			...declared(prefix),
			"LSEEYOU OZ=-1,Style=2SpeedStyle=0,R1=5000m,A1=180,Line=1,MaxAlt=0.0m",
			"LSEEYOU OZ=0,Style=1,R1=20000m,A1=180",
			"LSEEYOU OZ=1,Style=1,R1=15000m,A1=180",
			"LSEEYOU OZ=2,Style=3,R1=3000m,A1=180,Reduce=1",
			"LSEEYOU TSK,NoStart=12:30:00,TaskTime=03:00:00,WpDis=False,MinFinAlt=0.0km",
		),
	);
	expect(complaints).toEqual([]);
	expect(tasks[0]).toMatchObject({
		name: "Club B",
		kind: "AAT",
		taskTimeS: 10_800,
		rules: { startOpens: "12:30:00" },
		scoring: { subtractFinishRadius: true },
	});
	expect(tasks[0]?.points.map(({ name, zone }) => [name, zone.shape])).toEqual([
		["Horni Lesnice", "line"],
		["Dlouhy rybnik", "cylinder"],
		["Lipovec", "cylinder"],
		["Horni Lesnice", "cylinder"],
	]);
	expect(tasks[0]?.points[1]?.latitude).toBeCloseTo(49 + 22.17 / 60, 9);
});

test("the declaration of LXNAV is read, with elevations", () => {
	const [task] = read(
		log(
			...declared("").map((line) => (line.endsWith("rybnik") ? `${line}::487.00000` : line)),
			"LLXVOZ=-1,Style=2,R1=5000m,A1=45.0,R2=0m,A2=0.0,A12=90.0,Maxa=1500m,Line=1,Autonext=1,Lat=4931.872N,Lon=01552.470E,Near=0",
			"LLXVOZ=0,Style=1,R1=500m,A1=180.0,R2=0m,A2=0.0,A12=0.0,Maxa=0m,Autonext=1,Near=0",
			"LLXVOZ=1,Style=1,R1=500m,A1=180.0,R2=0m,A2=0.0,A12=0.0,Maxa=0m,Autonext=1,Near=0",
			"LLXVOZ=2,Style=3,R1=3000m,A1=180.0,R2=0m,A2=0.0,A12=0.0,Maxa=0m,Autonext=1,Near=1",
		),
	).tasks;
	expect(task).toMatchObject({ kind: "RT", rules: { startAltitudeM: 1_500 } });
	expect(task?.points.map(({ elevationM }) => elevationM)).toEqual([null, 487, null, null]);
	expect(task?.points[0]?.zone).toMatchObject({ shape: "line", lengthM: 10_000 });
});

const seeYouZones = (finish: string) => [
	"LSEEYOU OZ=-1,Style=2,SpeedStyle=0,R1=5000m,A1=180,Line=1",
	"LSEEYOU OZ=0,Style=1,SpeedStyle=3,R1=500m,A1=180",
	"LSEEYOU OZ=1,Style=1,SpeedStyle=3,R1=500m,A1=180",
	`LSEEYOU OZ=2,Style=3,SpeedStyle=2,${finish}`,
];

test("of a declaration that is in the log twice, the last whole one counts", () => {
	const first = [...declared("LCU::"), ...seeYouZones("R1=3000m,A1=180,Reduce=1")];
	const second = [
		...declared("LCU::").map((line) => line.replace("Club B", "Club C").replace("Lipovec", "Nova Ves")),
		...seeYouZones("R1=2000m,A1=180"),
	];
	const [task] = read(log(...first, ...second)).tasks;
	expect(task).toMatchObject({ name: "Club C", scoring: { subtractFinishRadius: false } });
	expect(task?.points.map(({ name }) => name)).toEqual([
		"Horni Lesnice",
		"Dlouhy rybnik",
		"Nova Ves",
		"Horni Lesnice",
	]);
	expect(task?.points[3]?.zone).toMatchObject({ radiusM: 2_000 });
	const [whole] = read(log(...first, ...second.slice(0, 4))).tasks;
	expect(whole).toMatchObject({ name: "Club B", scoring: { subtractFinishRadius: true } });
	expect(whole?.points).toHaveLength(4);
});

test("SoaringSpot's reduced legs are a warning, a finish ring that moves loses its radius", () => {
	const zones = seeYouZones("R1=3000m,A1=180,Move=1").map((line) =>
		line.replace("R1=500m,A1=180", "R1=500m,A1=180,Reduce=1"),
	);
	expect(read(log(...declared("LCU::"), ...zones)).tasks[0]).toMatchObject({
		scoring: { subtractFinishRadius: true },
		droppedFromFile: [1, 2].map((point) => ({ point, complaint: "task.file.reduced" })),
	});
});

const strepla = [
	"LSCSDGate open:12:30",
	"LSCSCS:Start:N4931872:E01552470",
	"LSCSCT:Dlouhy rybnik:N4922170:E01545017",
	"LSCSCF:Ziel:N4931872:E01552470",
	"LSCSRSLINE:20000",
	"LSCSRTKEYHOLE:500:10000:90",
	"LSCSRFCYLINDER:2500",
];

test("the declaration of StrePla is read: whole lengths, times in UTC", () => {
	const [task] = read(log(...strepla)).tasks;
	expect(task?.rules).toEqual({ startOpens: "14:30:00" });
	expect(task?.points.map(({ zone }) => zone)).toEqual([
		{ shape: "line", lengthM: 20_000, style: "next", axisDeg: null },
		{
			shape: "keyhole",
			radiusM: 10_000,
			angleDeg: 90,
			innerRadiusM: 500,
			style: "symmetrical",
			axisDeg: null,
		},
		{ shape: "cylinder", radiusM: 2_500, style: "previous", axisDeg: null },
	]);
});

test("of StrePla's declarations, the last whole one counts with its zones, gate and window", () => {
	const areaTask = [
		"LSCSDGate open:11:00",
		"LSCSDTime window:03:00",
		...strepla.slice(1, 5),
		"LSCSA0:15000:0:0",
		"LSCSRFCYLINDER:1000",
	];
	const cut = strepla.slice(0, 3);
	expect(read(log(...areaTask, ...strepla, ...cut)).tasks).toEqual(read(log(...strepla)).tasks);
	expect(read(log(...strepla, ...areaTask)).tasks).toEqual(read(log(...areaTask)).tasks);
	const [task] = read(log(...strepla, ...areaTask)).tasks;
	expect(task).toMatchObject({ kind: "AAT", taskTimeS: 10_800, rules: { startOpens: "13:00:00" } });
});

test("after a hundred declarations, still the last one counts", () => {
	const declaration = [...declared("LCU::"), ...seeYouZones("R1=3000m,A1=180")];
	const last = declaration.map((line) => line.replace("Club B", "Club C"));
	const [task] = read(log(...Array.from({ length: 100 }, () => declaration).flat(), ...last)).tasks;
	expect(task?.name).toBe("Club C");
	expect(task?.points).toHaveLength(4);
});

test("a log with C records alone has the usual zones; one without has no task", () => {
	const [task] = read(log(...declared(""))).tasks;
	expect(task).toMatchObject({ hasZones: false, name: "Club B" });
	expect(task?.points).toHaveLength(4);
	expect(read(log()).complaints).toEqual([{ line: null, complaint: "task.file.noDeclaration" }]);
});
