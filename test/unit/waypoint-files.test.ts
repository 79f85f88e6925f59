import { expect, test } from "vitest";
import { decodeText } from "~/lib/csv/csv-reader";
import { type Change, cupOf, readTask, readWaypoints } from "../support/task-dialects";

const named = (file: string | Uint8Array) => {
	const { content, complaints } = readWaypoints(file);
	return { names: content.map(({ name }) => name), complaints: complaints.map(({ complaint }) => complaint) };
};
const place = { latitude: 49.5312, longitude: 15.8745, elevationM: 548 };

test.each([
	[
		"SeeYou’s own names",
		"Title,Code,Country,Latitude,Longitude,Elevation,Style\nLes,L,CZ,4931.872N,01552.470E,548m,4",
	],
	["another order", "lat,lon,elev,name,code,style\n4931.872N,01552.470E,548m,Les,L,4"],
	["capitals and quotes", '"STYLE","NAME","LON","LAT","CODE","ALT"\n4,"Les",01552.470E,4931.872N,"L",548m'],
	[
		"a byte-order mark and unknown columns",
		"\uFEFFid,Name,Code,Remark,Lat,Long,Elev,Style\n7,Les,L,x,4931.872N,01552.470E,548.0m,4",
	],
	["semicolons", "name;code;country;lat;lon;elev;style\nLes;L;CZ;4931.872N;01552.470E;548m;4"],
	[
		"semicolons and decimal commas",
		"name;code;country;lat;lon;elev;style\nLes;L;CZ;4931,872N;01552,470E;548,0m;4",
	],
	[
		"semicolons, padded rows and empty lines",
		"name;code;country;lat;lon;elev;style;;;\r\n;;;;;;\r\nLes;L;CZ;4931.872N;01552.470E;548m;4;;;\r\n\r\n",
	],
	["tabs", "name\tcode\tcountry\tlat\tlon\telev\tstyle\nLes\tL\t\t4931.872N\t01552.470E\t548m\t4"],
	[
		"Excel’s line about the separator",
		"sep=;\r\nTitle;Code;Latitude;Longitude;Elevation;Style\r\nLes;L;4931.872N;01552.470E;548m;4",
	],
	["semicolons and no header", "Les;L;CZ;4931.872N;01552.470E;548m;4"],
])("a waypoint file with %s is read", (_what, text) => {
	const { content, complaints } = readWaypoints(text);
	expect(complaints).toEqual([]);
	expect(content).toEqual([{ name: "Les", code: "L", ...place, style: 4 }]);
});

test("a semicolon in a name is no separator", () => {
	expect(named('"Les; rybník",L,CZ,4931.872N,01552.470E').names).toEqual(["Les; rybník"]);
	expect(named('name,code,country,lat,lon\n"Les; a; b; c; d; e",L,CZ,4931.872N,01552.470E').names).toEqual([
		"Les; a; b; c; d; e",
	]);
});

const utf16 = (text: string, isBig = false, hasMark = true) => {
	const bytes = Buffer.from(`${hasMark ? "\uFEFF" : ""}${text}`, "utf16le");
	return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const table = "name\tcode\tcountry\tlat\tlon\nČáslav\tC\tCZ\t4931.872N\t01552.470E\r\n";

test.each([
	["UTF-16", utf16(table)],
	["UTF-16 the other way round", utf16(table, true)],
	["UTF-16 without a mark", utf16(table, false, false)],
	["UTF-16 the other way round without a mark", utf16(table, true, false)],
])("%s of a spreadsheet is read", (_what, bytes) => {
	expect(named(bytes)).toEqual({ names: ["Čáslav"], complaints: [] });
});

const header = "name,code,country,lat,lon\n";
const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const row = (name: readonly number[]) => [...name, ...utf8(",C,CZ,4931.872N,01552.470E\n")];

test.each([
	[
		"of windows-1250",
		[...row(utf8("Čáslav")), ...row(utf8("Žďár")), ...row([0xe8, ...utf8("ap")])],
		["Čáslav", "Žďár", "\ufffdap"],
	],
	[
		"in the middle of a letter",
		[...row(utf8("Čáslav")), ...row([0xc4, ...utf8("ap")])],
		["Čáslav", "\ufffdap"],
	],
	["twice", [...row(utf8("Čáslavice")), ...row([0x9a, 0x9a])], ["Čáslavice", "\ufffd\ufffd"]],
])("an odd byte %s spoils one letter, not the file", (_what, bytes, names) => {
	expect(named(Uint8Array.from([...utf8(header), ...bytes])).names).toEqual(names);
});

test("a file of an old program with a pair that looks like UTF-8 stays one of windows-1250", () => {
	// "Čž" is a letter of UTF-8 by chance.
	const bytes = [...row([0xc8, 0x9e]), ...row([0x8e, 0xef, 0xe1, 0x72]), ...row([0xc8, 0xe1, 0x73])];
	expect(named(Uint8Array.from([...utf8(header), ...bytes])).names).toEqual([
		"ČŽ".replace("Ž", "ž"),
		"Žďár",
		"Čás",
	]);
});

test("a chosen code page reads what is not UTF-8, and nothing else", () => {
	const bytes = Uint8Array.of(0xf1, 0xe8);
	expect([decodeText(bytes), decodeText(bytes, "windows-1252")]).toEqual(["ńč", "ñè"]);
	expect(decodeText(new TextEncoder().encode("ñč"), "windows-1250")).toBe("ñč");
	expect(decodeText(utf16("ñč"), "windows-1250")).toBe("ñč");
});

const at = (lat: string, lon: string) => `Mez,M,CZ,${lat},${lon}\nLes,L,CZ,4931.872N,01552.470E`;

test.each([
	["60 minutes", "4960.000N", "01560.000E", [50, 16]],
	["60 minutes in the south and west", "0060.00S", "00060.0W", [-1, -1]],
	["60 minutes at the pole and the date line", "8960.000N", "17960.000E", [90, 180]],
	["59.999 minutes", "4959.999N", "01559.999E", [49.999983, 15.999983]],
])("%s are read", (_what, lat, lon, [latitude, longitude]) => {
	expect(readWaypoints(at(lat, lon)).content[0]).toMatchObject({ latitude, longitude });
});

test.each([
	["61 minutes", "4961.000N", "01552.470E", "minutes?text=4961.000N&name=Mez"],
	["60.001 minutes", "4931.872N", "01560.001E", "minutes?text=01560.001E&name=Mez"],
	["99 minutes", "4999N", "01552.470E", "minutes?text=4999N&name=Mez"],
	["beyond the pole", "9060.000N", "01552.470E", "latitude?text=9060.000N"],
])("%s cost the point alone, which is named", (_what, lat, lon, complaint) => {
	expect(named(at(lat, lon))).toEqual({ names: ["Les"], complaints: [`task.file.${complaint}`] });
});

test.each([
	["of a header alone", "name,code,country,lat,lon,elev,style\r\n", "headerOnly"],
	["of SeeYou’s header alone", "Title,Code,Latitude,Longitude", "headerOnly"],
	["of a header and its tasks", "name,code,country,lat,lon\n-----Related Tasks-----\n", "headerOnly"],
	["of nothing", "\r\n\r\n", "emptyChart"],
	["of another kind", "hello\nworld", "notWaypoints"],
])("a file %s says so", (_what, text, complaint) => {
	expect(named(text)).toEqual({ names: [], complaints: [`task.file.${complaint}`] });
});

test("waypoints without a task are named as such, whatever their header", () => {
	for (const text of [
		"Title,Code,Latitude,Longitude\nLes,L,4931.872N,01552.470E",
		"name;code;lat;lon\nLes;L;4931.872N;01552.470E",
	])
		expect(readTask(text).complaints).toEqual([{ line: null, complaint: "task.file.onlyWaypoints" }]);
});

/** A file of commas as a spreadsheet saves it. */
function bySpreadsheet(text: string, delimiter: string, isQuoted: boolean): string {
	const cell = (part: string) => (isQuoted && part !== "" ? `"${part}"` : part);
	return text
		.split("\r\n")
		.map((line) => {
			const cells = line.split(",").map((part) => cell(part.replaceAll('"', "")));
			return [...cells, ...Array.from({ length: Math.max(0, 13 - cells.length) }, () => "")].join(delimiter);
		})
		.join("\r\n");
}

test.each([
	["semicolons", ";", false],
	["semicolons, all in quotes", ";", true],
	["tabs", "\t", false],
	["commas, all in quotes", ",", true],
])("a task that a spreadsheet has saved with %s is the same task", (_what, delimiter, isQuoted) => {
	const changes: Change[] = [["ObsZone=0", "STARTS=Jih,Sever\r\nObsZone=0"]];
	const text = cupOf(...changes);
	const [task] = readTask(text).tasks;
	expect(task?.points).toHaveLength(4);
	expect(readTask(bySpreadsheet(text, delimiter, isQuoted))).toEqual({ tasks: [task], complaints: [] });
});

test.each([
	["take-off and landing of question marks", '"T","???","Start","Sever","Východ","Start","???"'],
	[
		"the start as the take-off, the finish as the landing",
		'"T","Start","Start","Sever","Východ","Start","Start"',
	],
	["neither", '"T",,"Start","Sever","Východ","Start",'],
	["a comma more than columns", '"T","???","Start","Sever","Východ","Start","???",'],
	["no take-off column", '"T","Start","Sever","Východ","Start"'],
])("a row with %s has the same points, also when a zone is missing", (_what, row) => {
	const usual = '"T","???","Start","Sever","Východ","Start","???"';
	for (const without of [[], [[/\r\nObsZone=1[^\r]*/, ""]] as const]) {
		const changes: Change[] = [...without, ...(row === usual ? [] : [[usual, row] as const])];
		expect(readTask(cupOf(...changes)).tasks[0]?.points.map(({ name }) => name)).toEqual([
			"Start",
			"Sever",
			"Východ",
			"Start",
		]);
	}
});

test("61 minutes in a declaration are refused with its line, 60 are the next degree", () => {
	const log = (latitude: string) =>
		`ALXVABC\nHFDTE180725\nC180725080000000000000102\nC0000000N00000000E\nC4931872N01552470EA\nC${latitude}01600000EB\nC4931872N01552470EC\nC0000000N00000000E`;
	expect(readTask(log("4960000N")).tasks[0]?.points[1]).toMatchObject({ latitude: 50, longitude: 16 });
	expect(readTask(log("4961000N")).complaints).toEqual([
		{ line: 6, complaint: "task.file.position?text=C4961000N01600000EB" },
	]);
	const strepla = (latitude: string) =>
		`AXNABC\nHFDTE180725\nLSCSCS:A:N4931872:E01552470\nLSCSCT:B:${latitude}:E01600000\nLSCSCF:C:N4931872:E01552470`;
	expect(readTask(strepla("N4960000")).tasks[0]?.points[1]).toMatchObject({ latitude: 50 });
	expect(readTask(strepla("N4961000")).complaints).toEqual([{ line: 4, complaint: "task.file.coordinates" }]);
});

test("a line without end breaks no reader", () => {
	const long = (part: string) => part.repeat(400_000 / part.length);
	for (const line of [
		`STARTS=${long("x,")}`,
		`Options,${long("A=1,")}`,
		`Options,${long("Style=1")}`,
		long(";"),
	])
		expect(readTask(cupOf([/$/, `\r\n${line}`])).tasks.length).toBeGreaterThan(0);
	for (const line of [long(";"), long('"'), `a;b;c;d\n${long(";")}`])
		expect(readWaypoints(line).content).toEqual([]);
});
