import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, gliderTypes } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { rowsIn, sourceOf } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();

async function send(intent: string, list: string | File) {
	const admin = await createAdmin();
	const form = multipart({ intent, list });
	const response = await app.post("/admin/glider-types", form, { as: admin, language: "cs" });
	return { admin, response };
}

const fileOf = (text: string | Uint8Array<ArrayBuffer>) =>
	new File([text], "types.csv", { type: "text/csv" });
const indexOf = async (name: string) =>
	(await db.select().from(gliderTypes).where(eq(gliderTypes.name, name)))[0]?.index;

test("the dry run shows what would change and writes nothing", async () => {
	const before = await db.select().from(gliderTypes);
	const csv = "name;index;competitionClassType\nLS 4;105,7;club\nNový Typ;99;club\nASK 21;88,5;club\n";
	const { response } = await send("preview", fileOf(csv));
	expect(response.status).toBe(200);
	const html = (await response.text()).replaceAll("\u00a0", " ");
	expect(html).toContain("Změní se 2 typy");
	expect(html).toContain("1 typ zůstane beze změny");
	const row = rowsIn(html).find(([name]) => name === "LS 4");
	expect(row).toEqual(expect.arrayContaining(["105,2", "105,7"]));
	expect(await db.select().from(gliderTypes)).toEqual(before);
});

test("the import adds new types, changes indices and keeps the ids of known ones", async () => {
	const [known] = await db.select().from(gliderTypes).where(eq(gliderTypes.name, "LS 1-f"));
	const count = await db.$count(gliderTypes);
	const { admin, response } = await send(
		"import",
		"name,index,competitionClassType\nLS 1-f,101.1,club\nZbrusu nový,120,18_meter",
	);
	expect(response.status).toBe(303);
	expect(await db.select().from(gliderTypes).where(eq(gliderTypes.name, "LS 1-f"))).toEqual([
		{ ...known, index: 101.1 },
	]);
	expect(await indexOf("Zbrusu nový")).toBe(120);
	expect(await db.$count(gliderTypes)).toBe(count + 1);
	const [audit] = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
	expect(audit).toMatchObject({ action: "glider-types.import" });
});

test("a known type in other letters is the same type", async () => {
	const count = await db.$count(gliderTypes);
	const { response } = await send("import", "name,index,competitionClassType\nls 1-F,101.3,club");
	expect(response.status).toBe(303);
	expect(await indexOf("LS 1-f")).toBe(101.3);
	expect(await db.$count(gliderTypes)).toBe(count);
});

test("one bad row refuses the whole file, with its line", async () => {
	const { response } = await send(
		"import",
		"name,index,competitionClassType\nDobrý,100,club\nŠpatný,1.05,club\nJiný,100,standard",
	);
	expect(response.status).toBe(400);
	const html = await sourceOf(response);
	expect(html).toContain("Řádek 3: Index musí být číslo");
	expect(html).toContain("Řádek 4: Typ soutěžní třídy");
	expect(await indexOf("Dobrý")).toBeUndefined();
});

test("without a file it says that one is to be chosen", async () => {
	const { response } = await send("preview", "");
	expect(response.status).toBe(400);
	expect(await response.text()).toContain("Vyberte soubor CSV");
});

test("2,000 rows are imported at once", async () => {
	const rows = Array.from({ length: 2_000 }, (_, i) => `Typ ${i},${50 + (i % 100)},club`);
	const { response } = await send("import", `name,index,competitionClassType\n${rows.join("\n")}`);
	expect(response.status).toBe(303);
	expect(await indexOf("Typ 1999")).toBe(149);
});

test.each([
	["no file", fileOf(""), 400],
	["no table", fileOf(new Uint8Array([0, 255, 254, 1])), 400],
	["a list of more than half a megabyte", fileOf("x".repeat(600_000)), 413],
])("%s is refused", async (_what, file, status) => {
	expect((await send("preview", file)).response.status).toBe(status);
});
