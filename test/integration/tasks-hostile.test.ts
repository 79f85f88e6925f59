import { expect } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin } from "~test/support/factories";
import { multipart } from "~test/support/multipart";
import { statedTask } from "~test/support/stated-task";
import { dayOn, ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
const dayId = dayOn("2025-07-14");
const classId = ids.kombi;

const admin = await createAdmin();

const put = (body: unknown) => app.api("PUT", `/api/tasks/${dayId}/${classId}`, body, { as: admin });

function putFile(text: string) {
	const form = multipart({ task: new File([text], "task") });
	return put(form);
}

/** A task whose second point has these values in place of its own. */
function withPoint(
	values: Readonly<Record<string, unknown>>,
	others: Readonly<Record<string, unknown>> = {},
) {
	const { points } = statedTask();
	return statedTask({
		points: points.map((point, index) => (index === 1 ? { ...point, ...values } : point)),
		...others,
	});
}

const tinyArea = { shape: "cylinder", style: "symmetrical", radiusM: 1e-15 };

test.each([
	[
		"a line of its own in a name, which would be one of the SeeYou file",
		withPoint({ name: "A\r\nObsZone=0" }),
	],
	["a control character in a code, which no XML file may hold", withPoint({ code: "\u0001" })],
	["half of a character in a name", withPoint({ name: "\ud800" })],
	["a mark that turns text around in a note", statedTask({ briefing: { note: "\u202e" } })],
	["an altitude that no file of XCTrack can say", withPoint({ elevationM: 1e308 })],
	["a task time of a million years", statedTask({ kind: "AAT", taskTimeS: 1e13 })],
	["an area smaller than rounding", withPoint({ zone: tinyArea }, { kind: "AAT", taskTimeS: 7_200 })],
])("a task with %s is refused", async (_what, task) => {
	expect((await put(task)).status).toBe(400);
});

const divider = "\r\n-----Related Tasks-----\r\n";
const tsk = (name: string, latitude: number, zone = "Cylinder") =>
	`<Task><Point><Waypoint name="${name}"><Location latitude="${latitude}" longitude="16"/></Waypoint><ObservationZone type="${zone}"/></Point></Task>`;

test.each([
	["elements of XML in one line", `<Task>${"<a/>".repeat(500_000)}</Task>`, "too large"],
	["lines", `${"a\r".repeat(30_000)}${divider}`, "too large"],
	["tasks", `A,,,4931.872N,01552.470E,,1${divider}${"T,,A,A,A,\r\n".repeat(101)}`, "too large"],
	["points of a task", `A,,,4931.872N,01552.470E,,1${divider}T,${",A".repeat(100_000)}`, "30 points"],
	["points in a flight log", "LSCSCT:x:N4931872:E01552470\r\n".repeat(20_000), "30 points"],
	[
		"spaces in an option",
		`A,,,4931.872N,01552.470E,,1${divider}T,,A,A,A,\nObsZone=0,R1=x${" ".repeat(200_000)}y`,
		"radius",
	],
	["letters, cut inside of one", tsk(`${"a".repeat(59)}😀`, 99), "latitude"],
	["names of a script's own", tsk("&constructor;", 49, "constructor"), "unknown kind of zone: constructor"],
])("a file of hostile %s is refused with its reason", async (_what, text, reason) => {
	const refused = await putFile(text);
	expect(refused.status).toBe(400);
	expect(JSON.stringify(await refused.json())).toContain(reason);
});

test("a task whose names fit into no QR code has its files and its sheet", async () => {
	const points = statedTask().points.flatMap((point, index) =>
		index === 1
			? Array.from({ length: 27 }, (_, turn) => ({ ...point, latitude: 49.1 + turn / 100 }))
			: point,
	);
	const named = points.map((point) => ({ ...point, name: "Ž".repeat(100) }));
	const { _id: id } = (await (await put(statedTask({ points: named }))).json()) as { _id: string };
	expect((await app.api("PATCH", `/api/tasks/${id}`, { published: true }, { as: admin })).status).toBe(200);
	for (const file of [".cup", ".tsk", ".xctsk", "/sheet"])
		expect((await app.get(`/tasks/${id}${file}`)).status).toBe(200);
});

test.each(["null", "[", '"x"', "1"])("a choice of %s makes no draft", async (chosen) => {
	const body = { intent: "choose", chosen };
	expect((await app.post("/admin/tasks/2025-07-14/18_meter", body, { as: admin })).status).toBe(400);
});
