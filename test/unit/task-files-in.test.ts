import { expect, test } from "vitest";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";

const read = (text: string, encoding: "utf-8" | "latin1" = "utf-8") =>
	readTaskFile(new Uint8Array(Buffer.from(text, encoding)), "2025-07-26");
const problems = (text: string) =>
	read(text).complaints.map(({ line, complaint }) => `${line}: ${complaint}`);

const waypoints = [
	"name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc",
	'"Horní Lesnice","LESNICE",CZ,4931.872N,01552.470E,468.0m,2,110,980.0m,122.605,"Letiště"',
	'"Dlouhý rybník","TP02",CZ,4922.170N,01545.017E,487.0m,1,,,,',
	'"Lipovec, nádraží","TP06",CZ,4936.723N,01626.459E,1493ft,1,,,,',
];
const divider = "-----Related Tasks-----";
const row = '"Club B",,"Horní Lesnice","Dlouhý rybník","Lipovec, nádraží","Horní Lesnice",';
const zones = [
	"ObsZone=0,Style=2,R1=5000m,A1=180,Line=1,MaxAlt=1500.0m",
	"ObsZone=1,Style=1,R1=3000m,A1=45",
	"ObsZone=2,Style=0,R1=10.5km,A1=45,R2=500m,A2=180,A12=200",
	"ObsZone=3,Style=3,R1=3000m,A1=180,Reduce=1",
];
const cup = (...below: readonly string[]) => [...waypoints, divider, ...below].join("\r\n");

test("a racing task of SeeYou is read: half lengths, half angles, feet, commas in names", () => {
	const { tasks, complaints } = read(
		cup(row, "Options,NoStart=12:30:00,TaskTime=00:00:00,WpDis=True", ...zones),
	);
	expect(complaints).toEqual([]);
	expect(tasks).toHaveLength(1);
	const [task] = tasks;
	expect(task).toMatchObject({
		name: "Club B",
		kind: "RT",
		taskTimeS: null,
		rules: { startOpens: "12:30:00", startAltitudeM: 1500 },
		scoring: { subtractFinishRadius: true },
		hasZones: true,
	});
	expect(task?.points.map(({ name, code, elevationM }) => [name, code, elevationM])).toEqual([
		["Horní Lesnice", "LESNICE", 468],
		["Dlouhý rybník", "TP02", 487],
		["Lipovec, nádraží", "TP06", 455.066],
		["Horní Lesnice", "LESNICE", 468],
	]);
	expect(task?.points[0]?.latitude).toBeCloseTo(49 + 31.872 / 60, 9);
	expect(task?.points[0]?.longitude).toBeCloseTo(15 + 52.47 / 60, 9);
	expect(task?.points.map(({ zone }) => zone)).toEqual([
		{ shape: "line", lengthM: 10_000, style: "next", axisDeg: null },
		{ shape: "sector", radiusM: 3_000, angleDeg: 90, style: "symmetrical", axisDeg: null },
		{ shape: "keyhole", radiusM: 10_500, angleDeg: 90, innerRadiusM: 500, style: "fixed", axisDeg: 20 },
		{ shape: "cylinder", radiusM: 3_000, style: "previous", axisDeg: null },
	]);
});

test("a task time makes an area task, and inner radii make rings", () => {
	const [task] = read(
		cup(
			row,
			"Options,TaskTime=02:30:00",
			"ObsZone=1,Style=1,R1=20000m,A1=180",
			"ObsZone=2,Style=0,R1=25000m,A1=30,R2=5000m,A2=0,A12=123.4",
		),
	).tasks;
	expect(task).toMatchObject({ kind: "AAT", taskTimeS: 9_000 });
	expect(task?.points.map(({ zone }) => zone.shape)).toEqual(["line", "cylinder", "ring", "cylinder"]);
	expect(task?.points[2]?.zone).toMatchObject({
		radiusM: 25_000,
		innerRadiusM: 5_000,
		angleDeg: 60,
		axisDeg: 303.4,
	});
});

test.each([
	["a byte-order mark and CR", (text: string) => `\uFEFF${text.replaceAll("\r\n", "\r")}`],
	["LF and blank lines", (text: string) => text.replaceAll("\r\n", "\n\n")],
	[
		"a comma missing between two options",
		(text: string) => text.replace("Style=1,R1", "Style=1SpeedStyle=0,R1"),
	],
	["a landing left out with its comma", (text: string) => text.replace(`${row}\r`, `${row.slice(0, -1)}\r`)],
	["a description left out with its comma", (text: string) => text.replace('"Club B",,', ",")],
	[
		"other order of the columns",
		(text: string) =>
			text
				.replace("name,code,country,lat", "code,name,country,lat")
				.replace(/^("[^"]*"),("[^"]*"),CZ/gm, "$2,$1,CZ"),
	],
])("the dialect with %s says the same task", (_dialect, change) => {
	const text = cup(row, "Options,NoStart=12:30:00", ...zones);
	expect(change(text)).not.toBe(text);
	const points = (file: string) => read(file).tasks.map((task) => task.points);
	expect(points(change(text))).toEqual(points(text));
	expect(points(text)).toHaveLength(1);
});

/** Naviter's example 1.2 ends with one comma more. */
const naviter = (row: string, ...below: readonly string[]) => {
	const place = (name: string, latitude: string) => `"${name}",,SI,${latitude},01410.467E,504.0m,1,,,,`;
	const points = [
		'"0LESCE","LJBL",SI,4621.379N,01410.467E,504.0m,5,144,1130.0m,123.500,"Home"',
		place("0Start", "4622.379N"),
		place("750 Huje", "4600.000N"),
		place("750 Brenner", "4700.000N"),
		place("750 Gahns", "4740.000N"),
		place("Finish", "4623.379N"),
	];
	return read([waypoints[0], ...points, divider, row, ...below].join("\n"));
};
const five = [0, 1, 2, 3, 4].map((index) => `ObsZone=${index},Style=1,R1=${index + 1}km,A1=180`);
const turns = '"750 Huje","750 Brenner","750 Gahns"';

test.each([
	["Naviter's example", `,"0LESCE","0Start",${turns},"0Start","0LESCE",`, [], "0Start"],
	["it with zones", `,"0LESCE","0Start",${turns},"Finish","0LESCE",`, five, "Finish"],
	[
		"zones, and the finish at the airfield",
		`"T","0LESCE","0LESCE",${turns},"0LESCE","0LESCE",`,
		five,
		"0LESCE",
	],
	["neither zones nor a start of its own", `"T","0LESCE","0LESCE",${turns},"0LESCE","0LESCE",`, [], "0LESCE"],
	["an empty landing before it", `"T","","0Start",${turns},"Finish","",`, [], "Finish"],
	["an empty landing before it, and zones", `"T","","0Start",${turns},"Finish","",`, five, "Finish"],
	["none, and the take-off alone is stated", `"T","0LESCE","0LESCE",${turns},"0LESCE",`, [], "0LESCE"],
	["none, and nothing stated", `"T",,"0Start",${turns},"0LESCE",`, [], "0LESCE"],
])("a last comma more than the columns is no landing: %s", (_what, row, zonesBelow, finish) => {
	const { tasks, complaints } = naviter(row, ...zonesBelow);
	expect(complaints).toEqual([]);
	expect(tasks[0]?.points).toHaveLength(5);
	expect(tasks[0]?.points.at(-1)?.name).toBe(finish);
});

test("an inner sector becomes the nearest shape, with a warning; a sector out of a cylinder is a keyhole", () => {
	const [task] = read(
		cup(
			row,
			zones[0] ?? "",
			"ObsZone=1,Style=0,R1=35000m,A1=30,R2=12000m,A2=12,A12=123.4",
			"ObsZone=2,Style=1,R1=500m,A1=180,R2=10km,A2=45",
			"ObsZone=3,Style=3,R1=3000m,A1=180,R2=1000m,A2=45",
		),
	).tasks;
	expect(task?.points.map(({ zone }) => zone)).toMatchObject([
		{ shape: "line" },
		{ shape: "sector", radiusM: 35_000, angleDeg: 60, axisDeg: 303.4 },
		{ shape: "keyhole", radiusM: 10_000, innerRadiusM: 500, angleDeg: 90 },
		{ shape: "cylinder", radiusM: 3_000 },
	]);
	expect(task?.droppedFromFile).toEqual([
		{ point: 1, complaint: "task.file.innerSector" },
		{ point: 3, complaint: "task.file.innerSector" },
	]);
});

test("the finish is reduced by its own zone, wherever that stands; legs reduced elsewhere are a warning", () => {
	const [start = "", second = "", third = "", finish = ""] = zones;
	const taskOf = (...lines: readonly string[]) => read(cup(row, ...lines)).tasks[0];
	expect(taskOf(finish, start, second, third)).toMatchObject({
		scoring: { subtractFinishRadius: true },
		droppedFromFile: [],
	});
	const plain = finish.replace(",Reduce=1", "");
	const reduced = { point: 1, complaint: "task.file.reduced" };
	expect(taskOf(start, `${second},Reduce=1`, third, plain)).toMatchObject({
		scoring: { subtractFinishRadius: false },
		droppedFromFile: [reduced],
	});
	// A ring that moves to its edge is as far away.
	expect(taskOf(start, `${second},Move=1`, third, `${plain},Move=1`)).toMatchObject({
		scoring: { subtractFinishRadius: true },
		droppedFromFile: [reduced],
	});
	// The flown place of an area is on none of its edges.
	expect(taskOf(start, `${second},AAT=1,Move=1`, third, plain)?.droppedFromFile).toEqual([]);
	expect(taskOf(start, second, third)?.scoring).toBeUndefined();
});

test("old programs write windows-1250", () => {
	const bytes = Buffer.from(cup(row, ...zones), "latin1");
	const windows1250 = Buffer.from(bytes.map((byte) => byte));
	const named = readTaskFile(new Uint8Array(windows1250), "2025-07-26").tasks[0]?.points[0]?.name;
	// "í" is the same byte in both code pages.
	expect(named).toBe("Horní Lesnice");
});

test("several tasks of a file stand beside each other", () => {
	const second = row.replace("Club B", "Club C");
	expect(read(cup(row, ...zones, second, ...zones)).tasks.map(({ name }) => name)).toEqual([
		"Club B",
		"Club C",
	]);
});

test("a point may be defined with its task, and zones that are left out are the usual ones", () => {
	const [task] = read(cup(row, 'Point=2,"Nový most",NM,CZ,4910.000N,01610.000E,300.0m,1,,,,')).tasks;
	expect(task?.hasZones).toBe(false);
	expect(task?.points.map(({ name }) => name)).toEqual([
		"Horní Lesnice",
		"Nový most",
		"Lipovec, nádraží",
		"Horní Lesnice",
	]);
	expect(task?.points.map(({ zone }) => ("lengthM" in zone ? zone.lengthM : zone.radiusM))).toEqual([
		10_000, 500, 500, 3_000,
	]);
});

test("what cannot be read is listed by line", () => {
	const broken = cup(row, "Options,TaskTime=25:00:00", ...zones)
		.replace("4922.170N", "9122.170N")
		.replace("Style=2,R1=5000m", "Style=7,R1=5000m")
		.replace("R1=3000m,A1=45", "R1=-3000m,A1=45")
		.replace("A1=45,R2=500m,A2=180", "A1=200,R2=500m,A2=180");
	expect(problems(broken)).toEqual([
		"3: task.file.latitude?text=9122.170N",
		"6: task.file.unknownPoint?text=Dlouh%C3%BD%20rybn%C3%ADk",
		"7: task.file.time?text=25%3A00%3A00",
		"8: task.file.style?text=7",
		"9: task.file.radius?text=-3000m",
		"10: task.file.angle",
	]);
	expect(read(broken).tasks).toEqual([]);
});

test.each([
	["a web page", "<!doctype html><html><body>Task</body></html>", "task.file.notATask"],
	["a waypoint file", waypoints.join("\n"), "task.file.onlyWaypoints"],
	["a picture", "\u0089PNG\u0000\u0000", "task.file.notATask"],
	["nothing", "", "task.file.notATask"],
	["a broken XML", "<Task><Point></Task>", "task.file.xml"],
])("%s is no task", (_what, text, complaint) => {
	expect(problems(text)).toEqual([`null: ${complaint}`]);
});

const point = (type: string, name: string, latitude: number, zone: string, altitude = 400) =>
	`<Point type="${type}">\n<Waypoint name="${name}" id="1" comment="${name === "A" ? "TP01" : "A meadow"}" altitude="${altitude}"><Location longitude="15.9" latitude="${latitude}"/></Waypoint>\n<ObservationZone ${zone}/></Point>`;

test("a task of XCSoar is read: whole lengths, radials, named zones, heights above sea level", () => {
	const { tasks, complaints } = read(
		[
			'<?xml version="1.0"?>\n<!-- a comment with <Point> -->',
			'<Task type="AAT" aat_min_time="10800" start_max_height="1600" start_max_height_ref="MSL" start_max_speed="47.2" finish_min_height="300" finish_min_height_ref="AGL" start_open_time="10:30" pev_start_wait_time="600" pev_start_window="480">',
			point("Start", "Pole &amp; les", 49.5, 'type="Line" length="10000"'),
			point(
				"Area",
				"A",
				49.9,
				'type="Sector" radius="25000" start_radial="350" end_radial="80" inner_radius="5000"',
			),
			point("Area", "B", 50.2, 'type="CustomKeyhole" radius="12000" inner_radius="700" angle="100"'),
			point("Turn", "C", 50.0, "type='FAISector'"),
			point("Finish", "D", 49.5, 'type="Cylinder" radius="3000"'),
			"</Task>",
		].join("\n"),
	);
	expect(complaints).toEqual([]);
	expect(tasks[0]).toMatchObject({
		kind: "AAT",
		taskTimeS: 10_800,
		rules: {
			startOpens: "12:30:00",
			startAltitudeM: 1_600,
			startSpeedKmh: 170,
			pev: { waitS: 600, windowS: 480, presses: 3 },
		},
	});
	expect(tasks[0]?.rules).not.toHaveProperty("finishAltitudeM");
	expect(tasks[0]?.points[0]?.name).toBe("Pole & les");
	expect(tasks[0]?.points.map(({ code }) => code)).toEqual(["", "TP01", "", "", ""]);
	expect(tasks[0]?.points.map(({ zone }) => zone)).toEqual([
		{ shape: "line", lengthM: 10_000, style: "next", axisDeg: null },
		{ shape: "ring", radiusM: 25_000, innerRadiusM: 5_000, angleDeg: 90, style: "fixed", axisDeg: 35 },
		{
			shape: "keyhole",
			radiusM: 12_000,
			innerRadiusM: 700,
			angleDeg: 100,
			style: "symmetrical",
			axisDeg: null,
		},
		{ shape: "sector", radiusM: 20_000, angleDeg: 90, style: "symmetrical", axisDeg: null },
		{ shape: "cylinder", radiusM: 3_000, style: "previous", axisDeg: null },
	]);
	const endless = `<Task type="RT" start_open_time="11:00" pev_start_wait_time="300" pev_start_window="0">${point("Start", "A", 49, 'type="Line"')}</Task>`;
	expect(readTaskFile(new TextEncoder().encode(endless), "2025-01-26").tasks[0]?.rules).toEqual({
		startOpens: "12:00:00",
		pev: { waitS: 300, windowS: null, presses: 3 },
	});
	expect(problems(`<Task type="RT">\n${point("Start", "A", 91, 'type="Line"')}\n</Task>`)).toEqual([
		"2: task.file.latitude?text=A",
	]);
});

test("a hostile XML is read in a moment", () => {
	for (const part of ["<!--", "<!", "<?", '<a b="', "<a ", "<a><b>"]) {
		expect(read(`<Task>${part.repeat(300_000 / part.length)}`).tasks).toEqual([]);
	}
});
