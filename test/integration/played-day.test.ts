import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { outlandings, safetyCards } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { elementsIn, textsIn } from "~test/support/html";
import { upload } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/* A flying day from the grid to the last light, as the desk lives through it. */

const db = databaseOf();
const date = "2025-07-15";
const at = (time: string) => createApp({ clock: `${date}T${time}Z` });
const [noon, afternoon, later, lastLight] = [at("10:00:00"), at("14:00:00"), at("17:00:00"), at("19:40:00")];
const day = () => dayOn(date);

const secrets = { phone: "+420 777 987 654", crewPhone: "+420 777 111 999", colours: "fialový kanárek" };
const spot = { position: "49.6543, 15.3321", condition: "well" };

type Person = { readonly id: string };
type Entry = Awaited<ReturnType<typeof createRegistration>>;

async function field(count: number) {
	const pilots: { readonly user: Person; readonly entry: Entry }[] = [];
	for (let number = 0; number < count; number += 1) {
		const user = await createUser();
		const entry = await createRegistration({ userId: user.id, accepted: true, phone: secrets.phone });
		await recordStatus(entry.id, day(), "DNF");
		pilots.push({ user, entry });
	}
	return pilots;
}

const report = (
	app: typeof noon,
	entry: Person,
	as: Person | null,
	fields: Readonly<Record<string, string>>,
) => app.post("/outlandings/report", { pilot: entry.id, day: day(), ...fields }, { as });

async function redRows(app: typeof noon, admin: Person) {
	const html = await (await app.get(`/statuses?day=${date}&duty=on`, { as: admin, language: "en" })).text();
	return elementsIn(html, "section.notice-danger li");
}

async function goHome(pilots: readonly { readonly entry: Person }[], admin: Person): Promise<void> {
	for (const { entry } of pilots) {
		const home = { id: (await statusOf(entry, day()))?.statusId ?? "", seen: "FLYING", status: "HOME" };
		await afternoon.post("/statuses", home, { as: admin });
	}
}

test("forty launch, three land out, one says nothing: at last light exactly one row is red, and the sheet names two", async ({
	admin,
}) => {
	const pilots = await field(40);
	const [silent, offline, called, beside, one, other, ...rest] = pilots;
	if (!silent || !offline || !called || !beside || !one || !other) throw new Error("too few pilots");
	await db.insert(safetyCards).values({
		registrationId: silent.entry.id,
		colours: secrets.colours,
		crewPhone: secrets.crewPhone,
		updatedAt: new Date(0),
	});
	const ids = pilots.map(({ entry }) => entry.id).join(" ");
	await noon.post(
		"/grid",
		{ intent: "draw", day: day(), class: "club", order: "lot", width: "4" },
		{ as: admin },
	);
	await noon.post("/grid", { intent: "launch-row", day: day(), class: "club", pilots: ids }, { as: admin });

	// By telephone through the desk; beside that one; and a phone that had no line for three hours, twice.
	await report(afternoon, called.entry, admin, { ...spot, phone: secrets.crewPhone });
	const [first] = await db.select().from(outlandings).where(eq(outlandings.registrationId, called.entry.id));
	await report(afternoon, beside.entry, beside.user, { sameAs: first?.id ?? "", condition: "well" });
	for (let round = 0; round < 2; round += 1)
		await report(later, offline.entry, offline.user, {
			position: "49.71, 15.41",
			condition: "well",
			formKey: "off",
		});
	expect(await db.$count(outlandings)).toBe(3);

	await goHome([one, other, ...rest], admin);
	for (const { entry } of [one, other]) {
		const log = { fixes: 1500, start: "11:00:00", flight: { latitude: 49.9, longitude: 15.1 } };
		expect((await upload(later, entry.id, day(), log)).status).toBe(201);
	}
	// What machines and strangers say of the silent one turns nothing green.
	await report(later, silent.entry, null, spot);
	const airfield = { latitude: 49.5312, longitude: 15.8745 };
	await upload(later, silent.entry.id, day(), { fixes: 1500, start: "11:00:00", flight: airfield });

	const red = await redRows(lastLight, admin);
	expect(red.map(({ textContent }) => textContent)).toHaveLength(1);
	expect(red[0]?.textContent).toContain(silent.entry.startNumber);
	const sheet = `/outlandings/overdue/${date}/${silent.entry.id}`;
	const note = { position: "49.9, 15.1", time: "13:05", source: "OGN" };
	await lastLight.post(sheet, note, { as: admin });
	const html = await (await lastLight.get(sheet, { as: admin, language: "en" })).text();
	const near = textsIn(html, ".near-flights li").join(" ");
	for (const { entry } of [one, other]) expect(near).toContain(entry.startNumber);
	expect(elementsIn(html, ".near-flights li")).toHaveLength(2);

	const call = await lastLight.api("GET", `/api/desk/${day()}`, undefined, { as: admin });
	const json = await call.json<{
		missing: object[];
		launches: { launches: string[] }[];
		reports: object[];
	}>();
	expect(json.missing).toMatchObject([{ registration: silent.entry.id, phones: [secrets.phone] }]);
	expect(json.launches.filter(({ launches }) => launches.length === 1)).toHaveLength(40);
	expect(json.reports).toHaveLength(4);
	expect((await lastLight.api("GET", "/api/desk/nothing", undefined, { as: admin })).status).toBe(404);
	await noPublicAnswerHolds(
		["777 987 654", "777987654", secrets.crewPhone, secrets.colours, "49.6543", "15.3321"],
		{
			day: day(),
			pilot: offline.entry,
		},
	);
});

async function noPublicAnswerHolds(
	canaries: readonly string[],
	{ day: dayId, pilot }: { readonly day: string; readonly pilot: Entry },
): Promise<void> {
	const pages = [
		"/",
		"/statuses",
		"/statuses?view=board",
		"/grid",
		"/outlandings",
		"/outlandings/report",
		"/days",
	];
	const ofDay = [
		"/days/4",
		`/tasks/${date}`,
		`/pilots/${pilot.startNumber}`,
		"/starting-list",
		"/results",
		"/igc",
	];
	const feeds = ["/news.atom", "/calendar.ics", "/manifest.webmanifest", "/contacts", "/documents", "/news"];
	const api = [
		...[`/api/competitorstatuses/${dayId}`, "/api/starting-list", "/api/days", `/api/tracking/${dayId}`],
		...["/api/igc", "/api/openapi.json", "/api/news", "/api/documents", "/api", `/api/desk/${dayId}`],
	];
	for (const path of [...pages, ...ofDay, ...feeds, ...api]) {
		const text = await (await lastLight.get(path)).text();
		for (const canary of canaries) expect(text, `${path}: ${canary}`).not.toContain(canary);
	}
	expect(await (await lastLight.get("/outlandings")).text()).toContain(pilot.startNumber);
}
