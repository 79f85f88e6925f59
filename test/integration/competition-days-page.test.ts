import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { competitionDays, trackingEntries } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, textsIn, valueIn } from "~test/support/html";
import { test } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: "2025-07-14T08:00:00Z" });

const days = (await seedReference()).competitionDays;
await createRegistration({ accepted: true });

async function dayOf(index: number) {
	const [day] = await db
		.select()
		.from(competitionDays)
		.where(eq(competitionDays.id, days[index]?.id ?? ""));
	if (!day) throw new Error("there is no such day");
	return day;
}

const urlsOf = async (dayId: string) =>
	(await db.select().from(trackingEntries).where(eq(trackingEntries.dayId, dayId))).map(
		({ taskUrl }) => taskUrl,
	);

test("every day has its form, and the one of today is open", async ({ admin }) => {
	// Both addresses give the same page.
	for (const path of ["/competition-days", "/days"]) {
		const page = await (await app.get(path, { as: admin, language: "cs" })).text();
		expect(elementsIn(page, 'form[id^="form-"]')).toHaveLength(9);
		expect(elementsIn(page, "details[open]").map(({ id }) => id)).toEqual(["2025-07-14"]);
		expect(textsIn(page, "#day-2025-07-14 a")).toEqual(["Den\u00a03"]);
	}
	expect(elementsIn(await (await app.get("/days")).text(), 'form[id^="form-"]')).toEqual([]);
});

test("the form of a day says how many its mail reaches, reserves among them", async ({ admin }) => {
	const hint = async () =>
		/Zprávu dostan\S+ (\d+) .*náhradní/.exec(
			(await (await app.get("/competition-days", { as: admin, language: "cs" })).text()).replaceAll(
				"\u00a0",
				" ",
			),
		)?.[1];
	const before = Number((await hint()) ?? 0);
	for (const entry of [{ isReserve: true }, { isReserve: false }, { accepted: false }])
		await createRegistration({ userId: (await createUser()).id, accepted: true, ...entry });
	expect(await hint()).toBe(String(before + 2));
});

test("a day's form sets the task and the tracking of both classes and comes back to the day", async ({
	admin,
}) => {
	const day = await dayOf(2);
	const fields = {
		id: day.id,
		version: String(day.version),
		task: "TASK",
		"tracking-club": "https://tasks.example.com/klub.cup",
		"tracking-18_meter": "",
	};
	const response = await app.post("/competition-days", fields, { as: admin });
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe("/competition-days#2025-07-14");
	expect(response.headers.get("Set-Cookie")).toContain("competitionDays.update.success");
	expect(await dayOf(2)).toMatchObject({ task: "TASK", version: 2 });
	expect(await urlsOf(day.id)).toEqual(["https://tasks.example.com/klub.cup"]);

	const page = await (await app.get("/competition-days", { as: admin })).text();
	expect(page).toContain('value="https://tasks.example.com/klub.cup"');
	const emptied = { ...fields, version: "2", "tracking-club": "" };
	expect((await app.post("/competition-days", emptied, { as: admin })).status).toBe(303);
	expect(await urlsOf(day.id)).toEqual([]);
});

test("a second editor sees what was saved in the meantime, keeps what was typed, and can insist", async ({
	admin,
}) => {
	const day = await dayOf(3);
	const fields = { id: day.id, version: "1", "tracking-club": "", "tracking-18_meter": "" };
	const cancelled = { ...fields, task: "TASK_CANCELLED", confirmed: "on" };
	await app.post("/competition-days", cancelled, { as: admin });

	const mine = { ...fields, task: "TASK", "tracking-club": "https://tasks.example.com/mine.cup" };
	const second = await app.post("/competition-days", mine, { as: admin, language: "cs" });
	expect(second.status).toBe(409);
	const page = await second.text();
	expect(page.match(/mezitím změnil/g)).toHaveLength(1);
	const cellsOf = (label: string) => textsIn(page, `td[data-label="${label}"]`);
	expect(cellsOf("Vyplněno")).toEqual(["Úloha vypsána", "https://tasks.example.com/mine.cup"]);
	expect(cellsOf("Uloženo")).toEqual(["Úloha zrušena", "–"]);
	expect(page).toContain('value="https://tasks.example.com/mine.cup"');
	expect(await dayOf(3)).toMatchObject({ task: "TASK_CANCELLED", version: 2 });
	expect(await urlsOf(day.id)).toEqual([]);

	const [day4] = elementsIn(page, '[id="2025-07-15"]');
	const version = valueIn(day4 ?? "", "version") ?? "";
	const third = await app.post("/competition-days", { ...mine, version }, { as: admin });
	expect(third.status).toBe(303);
	expect(await dayOf(3)).toMatchObject({ task: "TASK", version: 3 });
});

test("a task address that is none comes back with its complaint and all that was typed", async ({
	admin,
}) => {
	const day = await dayOf(4);
	const fields = {
		id: day.id,
		version: "1",
		task: "TASK",
		email: "on",
		"tracking-club": "javascript:alert(1)",
		"tracking-18_meter": "https://tasks.example.com/kombi.cup",
	};
	const response = await app.post("/competition-days", fields, { as: admin, language: "cs" });
	expect(response.status).toBe(400);
	const page = await response.text();
	expect(page).toContain("Zadejte adresu, která začíná https://");
	expect(page).toContain('value="javascript:alert(1)"');
	expect(page).toContain('value="https://tasks.example.com/kombi.cup"');
	expect(elementsIn(page, 'input[type="checkbox"][checked]')).toHaveLength(1);
	expect(await dayOf(4)).toMatchObject({ task: "NO_TASK", version: 1 });
});
