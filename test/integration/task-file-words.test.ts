import { expect, test } from "vitest";
import { cupxOf } from "~test/support/cupx";
import { attributeIn, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { taskApi } from "~test/support/task-api";
import { cupOf, lxnavOf, tskOf } from "~test/support/task-dialects";

const { app, ids, put } = taskApi("2025-07-15", "club");
const desk = "/admin/tasks/2025-07-15/club";
/** The airfield of the edition lies 548 m above the sea. */
const aboveField = tskOf(
	['start_max_height="0"', 'start_max_height="1000"'],
	["start_open_time", 'start_close_time="14:30" start_open_time'],
);
const manyThings = cupOf(
	[/\r\nObsZone=1[^\r]*/, ""],
	["ObsZone=0", "STARTS=Jih\r\nObsZone=0"],
	["NearAlt=300.0m", "RandomOrder=True"],
);

const file = (name: string, content: BlobPart) => new File([content], name);
const as = () => ({ as: { id: ids.admin } });
const upload = (sent: File) => app.post(desk, multipart({ intent: "upload", task: sent }), as());
const warnings = async (language: "cs" | "en", path = desk) => {
	const html = await (await app.get(path, { ...as(), language })).text();
	return textsIn(html, ".notice-warning li").map((text) => text.replaceAll("\u00a0", " "));
};

test("what a file says beyond our rules stands beside the draft, in both languages", async () => {
	expect((await upload(file("task.cup", manyThings))).status).toBe(303);
	expect(await warnings("en")).toEqual([
		"the file states no zone for Sever: the usual ones were taken",
		"the file lets pilots choose the order of the points (RandomOrder=True); here they are flown in the order of the task",
		"the file has further starts, which are not kept: Jih",
	]);
	expect(await warnings("cs")).toEqual([
		"soubor neuvádí prostor pro Sever: použity jsou obvyklé",
		"soubor dovoluje volné pořadí bodů (RandomOrder=True), tady se letí v pořadí úlohy",
		"soubor má další odlety, které se nepřebírají: Jih",
	]);
});

test("the builder goes on saying it, until the point has another zone", async () => {
	const html = await (await app.get(desk, as())).text();
	const build = attributeIn(html, 'a[href*="/build?from="]', "href") ?? "";
	const said = async () =>
		textsIn(await (await app.get(build, { ...as(), language: "en" })).text(), ".notice-warning");
	expect((await said()).join(" ")).toMatch(/no zone for Sever.*RandomOrder=True.*Jih/s);
});

test("a height above the ground is an altitude over the field, and the page says so", async () => {
	await upload(file("task.tsk", aboveField));
	expect(await warnings("en")).toEqual([
		"the file closes the start at 14:30 UTC (16:30 local time), which is not kept",
		"the file limits the start to 1,000 m above the ground: 1,548 m above sea level with the height of the airfield",
	]);
	expect((await warnings("cs"))[1]).toBe(
		"soubor omezuje odlet na 1 000 m nad zemí: s výškou letiště 1 548 m nad mořem",
	);
});

test("a task that an API client sends is told on the page of the draft", async () => {
	const sent = await put(multipart({ task: file("task.tsk", aboveField) }));
	expect(await sent.json()).toMatchObject({ rules: { startAltitudeM: 1_548 }, warnings: [] });
	expect(await warnings("en")).toHaveLength(2);
});

test("a task that cannot be flown says what else its file says: an area task of LXNAV without a time", async () => {
	const log = lxnavOf(["TaskTime=02:30:00", "PevB=600,PevM=3"], [/LLXVOZ=1[^\r]*\r\n/, ""]);
	const sent = await upload(file("log.igc", log));
	expect(sent.status).toBe(400);
	const html = await sent.text();
	expect(textsIn(html, ".notice-danger li").map((text) => text.replaceAll("\u00a0", " "))).toEqual([
		"Úloha s prostory potřebuje čas úlohy.",
		"soubor neuvádí prostor pro Vychod: použity jsou obvyklé",
		expect.stringMatching(/^soubor má pravidla odletu s PEV.*: PevB=600, PevM=3$/),
	]);
});

test("the task of a .cupx is taken, and one without waypoints is refused in words", async () => {
	expect((await upload(file("task.cupx", cupxOf(manyThings)))).status).toBe(303);
	expect(await warnings("en")).toHaveLength(3);
	const html = await (await upload(file("task.cupx", cupxOf(manyThings, "OTHER.CUP")))).text();
	expect(textsIn(html, ".notice-danger li")[0]).toContain("POINTS.CUP");
	const sent = await put(multipart({ task: file("task.cupx", cupxOf(manyThings).slice(0, -40)) }));
	expect(sent.status).toBe(400);
	expect(await sent.json()).toMatchObject({ msg: expect.stringContaining("damaged") });
});
