import { expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin, seedReference } from "~test/support/factories";
import { multipart } from "~test/support/multipart";
import { areaZones, cupFile } from "~test/support/task-files";

/*
 * Whatever an organiser uploads is taken or refused in words, and every page that shows it stays whole. The readers alone:
 * test/unit/hostile-files.test.ts.
 */

const app = createApp({ clock: "2025-07-14T18:00:00Z" });
const charts = "/admin/waypoints-and-airspace";
const taskDesk = "/admin/tasks/2025-07-15/club";

const { competitionClasses, competitionDays } = await seedReference();
const admin = await createAdmin();
const competitionClass = competitionClasses.find(({ type }) => type === "club")?.id ?? "";
const day = competitionDays.find(({ date }) => date === "2025-07-14")?.id ?? "";
const results = { intent: "check", competitionClass, day, status: "unofficial" };

function send(path: string, fields: Readonly<Record<string, string>>, field: string, file: File) {
	return app.post(path, multipart({ ...fields, [field]: file }), { as: admin });
}

const doors = {
	document: (bytes: BlobPart) => send("/documents", {}, "document", new File([bytes], "pokyny.txt")),
	waypoints: (bytes: BlobPart) => send(charts, { kind: "waypoints" }, "chart", new File([bytes], "body.cup")),
	airspace: (bytes: BlobPart) =>
		send(charts, { kind: "airspace" }, "chart", new File([bytes], "prostory.txt")),
	task: (bytes: BlobPart) => send(taskDesk, { intent: "upload" }, "task", new File([bytes], "task.cup")),
	results: (bytes: BlobPart) => send("/admin/scoring", results, "file", new File([bytes], "results.csv")),
} as const;
const doorNames = Object.keys(doors) as (keyof typeof doors)[];

async function expectWhole(): Promise<void> {
	for (const path of ["/documents", charts, taskDesk, "/admin/scoring", "/results", "/days/1"]) {
		const page = await app.get(path, { as: admin });
		expect(page.status, path).toBe(200);
		expect(await page.text(), path).not.toContain("<script>alert");
	}
}

const utf16 = (text: string) => Uint16Array.from(text, (letter) => letter.charCodeAt(0));

const contents = [
	["zeros", new Uint8Array(100_000)],
	["every byte", Uint8Array.from({ length: 65_536 }, (_, index) => (index * 197 + (index >> 8)) % 256)],
	["a text in UTF-16", utf16("\ufeffname,code,country,lat,lon\r\nAC D\r\nAN x\r\n#;cn;points\r\n1;A;5\r\n")],
	["half a character at its end", Uint8Array.from([...new TextEncoder().encode("AC D\nAN "), 0xf0, 0x9f])],
	["one line of a million letters", "a".repeat(1_000_000)],
	["a hundred thousand quotes", '"'.repeat(100_000)],
	["a hundred thousand delimiters", ";,\t|".repeat(25_000)],
	["the beginning of an archive", "PK\u0003\u0004\u0014\u0000\u0000\u0000"],
	["entities that double", '<!DOCTYPE a [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><Task>&c;</Task>'],
	[
		"names of a script's own",
		"#;__proto__;constructor;points\n1;toString;hasOwnProperty;1\nAC constructor\nAN __proto__",
	],
] as const;

test.each(doorNames)("no file breaks anything as %s", async (door) => {
	for (const [what, content] of contents)
		expect((await doors[door](content)).status, `a file of ${what}`).toBeLessThan(500);
	await expectWhole();
});

const script = "</title></svg><script>alert(1)</script>";

test("names in files are text on every page, whatever they look like", async () => {
	const cup = await cupFile(areaZones).text();
	const files = {
		document: script,
		waypoints: `name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc\n"${script}","${script}",CZ,4931.872N,01552.470E,468.0m,2,,,,"${script}"\n`,
		airspace: `AC D\nAN ${script}\nAL GND\nAH FL 95\nV X=49:31:52 N 015:52:28 E\nDC 3\nAC ${script}\nAN x\n`,
		task: cup.replaceAll("Lipovec nádraží", script).replace("TP06", script).replace("Task 1", script),
		results: `#;cn;name;club;glider;points\n1;AB;${script.replaceAll(";", "")};${script};${script};900\n`,
	};
	for (const door of doorNames) {
		const answer = await doors[door](files[door]);
		expect([200, 303], door).toContain(answer.status);
		expect(await answer.text(), door).not.toContain("<script>alert");
		await expectWhole();
	}
	// What was taken is shown, as text.
	expect(await (await app.get(charts, { as: admin })).text()).toContain("&lt;script&gt;alert");
	expect(await (await app.get(taskDesk, { as: admin })).text()).toContain("&lt;script&gt;alert");
});
