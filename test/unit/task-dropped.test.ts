import { describe, expect, test } from "vitest";
import { inSentences } from "~/lib/tasks/check-task";
import { overField } from "~/lib/tasks/complete-task";
import { fileTaskSchema } from "~/lib/tasks/task-schema";
import { type Change, cupOf, droppedOf, lxnavOf, readTask, streplaOf, tskOf } from "../support/task-dialects";

const firstOf = (text: string) => {
	const [task] = readTask(text).tasks;
	if (!task) throw new Error("no task");
	return task;
};

test("a plain task of each program loses nothing", () => {
	for (const text of [cupOf(), tskOf(), lxnavOf(), streplaOf()]) expect(droppedOf(text)).toEqual([]);
});

const option = (text: string): Change => ["NearAlt=300.0m", `NearAlt=300.0m,${text}`];

describe("what a file of SeeYou says beyond our rules is named", () => {
	test.each<[string, readonly Change[], readonly string[]]>([
		["any order", [option("RandomOrder=True")], ["null anyOrder?text=RandomOrder=True"]],
		["any order as 1", [option("RandomOrder=1")], ["null anyOrder?text=RandomOrder=1"]],
		["no other order", [option("RandomOrder=False,MaxPts=0,Bonus=0,BeforePts=0")], []],
		[
			"counts of points, together",
			[option("MaxPts=13,BeforePts=1,AfterPts=2")],
			["null pointCounts?text=MaxPts=13, BeforePts=1, AfterPts=2"],
		],
		["one count", [option("MaxPts=5")], ["null pointCounts?text=MaxPts=5"]],
		["a count of the end", [option("AfterPts=1")], ["null pointCounts?text=AfterPts=1"]],
		["a bonus", [option("Bonus=100")], ["null bonus?text=Bonus=100"]],
		["how an unfinished leg counts", [option("MinDis=False")], ["null unfinishedLeg?text=MinDis=False"]],
		["several starts", [option("MultiStart=true")], ["null severalStarts?text=MultiStart=true"]],
		["a start by entry", [option("StartOnEntry=True")], ["null startOnEntry?text=StartOnEntry=True"]],
		["an end of the start", [option("NoEnd=14:00")], ["null notKept?text=NoEnd=14:00"]],
		["an option nobody knows", [option("Laps=2,LapMode=x")], ["null notKept?text=Laps=2, LapMode=x"]],
		["a distance by fixes without areas", [["WpDis=True", "WpDis=False"]], ["null notKept?text=WpDis=False"]],
		["a lowest finish that is no height", [option("MinFinAlt=FL65")], ["null notKept?text=MinFinAlt=FL65"]],
	])("%s", (_what, changes, dropped) => expect(droppedOf(cupOf(...changes))).toEqual(dropped));

	const starts = (names: string): Change => ["ObsZone=0", `STARTS=${names}\r\nObsZone=0`];
	test.each<[string, readonly Change[], readonly string[]]>([
		["two more starts", [starts("Jih,Start,Sever")], ["null otherStarts?text=Jih, Sever"]],
		["in quotes, the start left out", [starts('"Jih"')], ["null otherStarts?text=Jih"]],
		[
			"in small letters and with a blank",
			[["ObsZone=0", "Starts= Jih , Sever\r\nObsZone=0"]],
			["null otherStarts?text=Jih, Sever"],
		],
		["no other start", [starts("Start")], []],
		["an empty list", [starts("")], []],
		["a line nobody knows", [["ObsZone=0", "Wind=270/20\r\nObsZone=0"]], ["null notKept?text=Wind=270/20"]],
		["a zone of no point", [[/$/, "\r\nObsZone=7,Style=1,R1=500m"]], ["null notKept?text=ObsZone=7"]],
	])("%s", (_what, changes, dropped) => expect(droppedOf(cupOf(...changes))).toEqual(dropped));

	const without = (...zones: readonly number[]) =>
		zones.map((zone): Change => [new RegExp(`\\r\\nObsZone=${zone},[^\\r]*`), ""]);
	test.each<[string, readonly number[], readonly string[]]>([
		["one point", [1], ["1 noZone"]],
		["start and finish", [0, 3], ["0 noZone", "3 noZone"]],
		["all but the start", [1, 2, 3], ["1 noZone", "2 noZone", "3 noZone"]],
		["all points, which is said of the whole file", [0, 1, 2, 3], []],
	])("no zone for %s", (_what, zones, dropped) => {
		const text = cupOf(...without(...zones));
		expect(droppedOf(text)).toEqual(dropped);
		expect(firstOf(text).points).toHaveLength(4);
	});
});

test.each<[string, Change, number | undefined, readonly string[]]>([
	["at the start", ["R2=0m,A2=0,MaxAlt=0.0m", "R2=0m,A2=0,MaxAlt=1500.0m"], 1_500, []],
	["in feet", ["R2=0m,A2=0,MaxAlt=0.0m", "R2=0m,A2=0,MaxAlt=5000ft"], 1_524, []],
	["by the other name", ["R2=0m,A2=0,MaxAlt=0.0m", "R2=0m,A2=0,Maxa=1400m"], 1_400, []],
	[
		"that is none",
		["R2=0m,A2=0,MaxAlt=0.0m", "R2=0m,A2=0,MaxAlt=FL65"],
		undefined,
		["0 pointHeight?text=MaxAlt=FL65"],
	],
	[
		"at a turn point",
		["ObsZone=1,Style=1,R1=500m,A1=180,MaxAlt=0.0m", "ObsZone=1,Style=1,R1=500m,A1=180,MaxAlt=1900m"],
		undefined,
		["1 pointHeight?text=MaxAlt=1900m"],
	],
	[
		"at the finish",
		["R1=3000m,A1=180,MaxAlt=0.0m", "R1=3000m,A1=180,Maxa=2000ft"],
		undefined,
		["3 pointHeight?text=Maxa=2000ft"],
	],
])("a highest altitude %s", (_what, change, startAltitudeM, dropped) => {
	const text = cupOf(change);
	expect(firstOf(text).rules.startAltitudeM).toBe(startAltitudeM);
	expect(droppedOf(text)).toEqual(dropped);
});

test.each<[string, Change, readonly string[]]>([
	[
		"a start that closes",
		["start_open_time", 'start_close_time="13:05" start_open_time'],
		["null startCloses?text=13:05&local=15:05"],
	],
	["a time that is none", ['"11:30"', '"half past"'], ["null notKept?text=half past"]],
	["another kind of task", ['type="RT"', 'type="MAT"'], ["null otherKind?text=MAT"]],
	["a kind of FAI", ['type="RT"', 'type="FAITriangle"'], ["null otherKind?text=FAITriangle"]],
	["FAI’s rule of heights", ['fai_finish="0"', 'fai_finish="1"'], ["null faiHeights"]],
	[
		"a point scored by its exit",
		['type="Turn"', 'type="Turn" score_exit="1"'],
		["1 notKept?text=score_exit=1"],
	],
	[
		"an attribute nobody knows",
		['fai_finish="0"', 'fai_finish="0" finish_close_time="18:00"'],
		["null notKept?text=finish_close_time=18:00"],
	],
	[
		"a height that is none",
		['start_max_height="0"', 'start_max_height="high"'],
		["null notKept?text=start_max_height=high"],
	],
	["a point without a zone", ['<ObservationZone type="Keyhole"/>', ""], ["1 noZone"]],
	[
		"attributes of old versions",
		["<Task", '<Task task_scored="1" homogeneous_tps="0" is_closed="1" min_points="2" max_points="13"'],
		[],
	],
	[
		"other starts",
		[
			"</Task>",
			'<Point type="OptionalStart"><Waypoint name="Jiný"><Location latitude="49" longitude="16"/></Waypoint></Point></Task>',
		],
		["null otherStarts?text=Jiný"],
	],
])("of XCSoar’s file: %s", (_what, change, dropped) => expect(droppedOf(tskOf(change))).toEqual(dropped));

test.each<[string, readonly Change[], Readonly<Record<string, number>>, readonly string[]]>([
	[
		"a start above the ground",
		[['start_max_height="0"', 'start_max_height="800"']],
		{ startAltitudeM: 1_300 },
		["startAboveGround?height=800&altitude=1300"],
	],
	[
		"a finish above the ground",
		[['finish_min_height="0"', 'finish_min_height="150"']],
		{ finishAltitudeM: 650 },
		["finishAboveGround?height=150&altitude=650"],
	],
	[
		"above sea level",
		[
			[
				'start_max_height="0" start_max_height_ref="AGL"',
				'start_max_height="1600" start_max_height_ref="MSL"',
			],
		],
		{ startAltitudeM: 1_600 },
		[],
	],
	[
		"without a word of what it is above",
		[['start_max_height="0" start_max_height_ref="AGL"', 'start_max_height="700"']],
		{ startAltitudeM: 1_200 },
		["startAboveGround?height=700&altitude=1200"],
	],
])("a height of XCSoar: %s", (_what, changes, rules, dropped) => {
	const task = overField(fileTaskSchema.parse(firstOf(tskOf(...changes))), 500);
	expect(task.rules).toEqual({ startOpens: "13:30:00", ...rules });
	expect(task.droppedFromFile).toEqual(
		dropped.map((complaint) => ({ point: null, complaint: `task.file.${complaint}` })),
	);
});

test.each<[string, Change, number | null]>([
	["seconds", ["02:30:00", "9000s"], 9_000],
	["seconds with a blank and a point", ["02:30:00", "5400.0 s"], 5_400],
	["hours and minutes", ["02:30:00", "3:15"], 11_700],
	["no seconds", ["02:30:00", "0s"], null],
	["nothing", ["TaskTime=02:30:00,", ""], null],
])("LXNAV’s task time of %s is read", (_what, change, taskTimeS) => {
	expect(firstOf(lxnavOf(change))).toMatchObject({ kind: "AAT", taskTimeS });
});

test("a task time of more than a day is no time", () => {
	expect(readTask(lxnavOf(["02:30:00", "90000s"])).complaints).toEqual([
		{ line: 14, complaint: "task.file.time?text=90000s" },
	]);
});

test.each<[string, Change, readonly string[]]>([
	["a wait and presses", ["Short=false", "PevB=480,PevM=2"], ["null pev?text=PevB=480, PevM=2"]],
	["a window alone", ["Short=false", "PevS=600"], ["null pev?text=PevS=600"]],
	["no PEV", ["Short=false", "PevB=0,PevS=0,PevM=0"], []],
	["a height of the whole task", ["Short=false", "MaxAlt=2100m"], ["null notKept?text=MaxAlt=2100m"]],
	["a short task", ["Short=false", "Short=true"], ["null notKept?text=Short=true"]],
	[
		"a start by entry",
		["StartOnEntry=false", "StartOnEntry=true"],
		["null startOnEntry?text=StartOnEntry=true"],
	],
	["a zone that is missing", [/LLXVOZ=0[^\r]*\r\n/, ""], ["1 noZone"]],
	["a height at a point", ["A12=250.0,Maxa=0m", "A12=250.0,Maxa=1700m"], ["2 pointHeight?text=Maxa=1700m"]],
])("of LXNAV’s declaration: %s", (_what, change, dropped) =>
	expect(droppedOf(lxnavOf(change))).toEqual(dropped),
);

test("a height of LXNAV’s zone is that of a point without one", () => {
	const { points } = firstOf(
		lxnavOf(["A12=70.0", "A12=70.0,Elev=548m"], ["5000000N01600000ESever", "5000000N01600000ESever::612.0"]),
	);
	expect(points.map(({ elevationM }) => elevationM)).toEqual([null, 612, null, 548]);
});

test.each<[string, Change, readonly string[]]>([
	[
		"a gate that closes",
		["LSCSCS", "LSCSDGate close:12:14\r\nLSCSCS"],
		["null startCloses?text=12:14&local=14:14"],
	],
	[
		"a highest start",
		["LSCSCS", "LSCSDmax Elevation start:1200\r\nLSCSCS"],
		["null notKept?text=max Elevation start: 1200"],
	],
	[
		"a highest altitude and the QNH",
		["LSCSCS", "LSCSDmax Elevation:3000\r\nLSCSDQNH:1021\r\nLSCSCS"],
		["null notKept?text=max Elevation: 3000", "null notKept?text=QNH: 1021"],
	],
	[
		"a window without areas",
		["LSCSCS", "LSCSDTime window:03:30\r\nLSCSCS"],
		["null notKept?text=Time window: 03:30"],
	],
	["no window", ["LSCSCS", "LSCSDTime window:00:00\r\nLSCSCS"], []],
	["a turn point without a zone", ["LSCSRTKEYHOLE:500:10000:90\r\n", ""], ["1 noZone"]],
])("of StrePla’s declaration: %s", (_what, change, dropped) =>
	expect(droppedOf(streplaOf(change))).toEqual(dropped),
);

test.each<[string, readonly Change[], readonly string[]]>([
	[
		"one word at two points",
		[
			['comment=""', 'comment="TP1"'],
			['comment=""', 'comment="TP1"'],
		],
		["", "", "", ""],
	],
	[
		"a word of its own",
		[
			['comment=""', 'comment="TP1"'],
			['comment=""', 'comment="TP2"'],
		],
		["TP1", "TP2", "", ""],
	],
	[
		"start and finish of one place",
		[
			['comment=""', 'comment="LE"'],
			[/comment=""(?= id="1" name="Cíl")/, 'comment="LE"'],
		],
		["LE", "", "", "LE"],
	],
	["a sentence", [['comment=""', 'comment="A meadow"']], ["", "", "", ""]],
])("comments as codes: %s", (_what, changes, codes) => {
	expect(firstOf(tskOf(...changes)).points.map(({ code }) => code)).toEqual(codes);
});

test("what is said is bounded, and the schema takes no text of another key", () => {
	const many = Array.from({ length: 3_000 }, (_, index) => `Line${index}=x`).join("\r\n");
	const { droppedFromFile, ...task } = firstOf(cupOf([/$/, `\r\n${many}`]));
	expect(droppedFromFile.length).toBeLessThanOrEqual(50);
	expect(fileTaskSchema.safeParse({ ...task, droppedFromFile }).success).toBe(true);
	for (const complaint of ["server.stale", "task.file.xml", "task.file.bonusX", 5])
		expect(fileTaskSchema.safeParse({ ...task, droppedFromFile: [{ point: null, complaint }] }).success).toBe(
			false,
		);
});

test("the points without a zone are one sentence", () => {
	const { droppedFromFile, points } = firstOf(
		cupOf([/\r\nObsZone=1[^\r]*/, ""], [/\r\nObsZone=2[^\r]*/, ""], option("Bonus=5")),
	);
	expect(inSentences(droppedFromFile, points)).toEqual([
		{ point: null, complaint: `task.file.noZones?text=${encodeURIComponent("Sever, Východ")}` },
		{ point: null, complaint: "task.file.bonus?text=Bonus%3D5" },
	]);
});
