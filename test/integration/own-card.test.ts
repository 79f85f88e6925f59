import { beforeAll, expect } from "vitest";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, recordStatus, seedReference } from "~test/support/factories";
import { linksIn, sourceOf, textsIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { setTask } from "~test/support/result-sheets";
import { scoredTask } from "~test/support/scored-class";
import { dayOn, ids, test } from "~test/support/world";

/* What home says first to a competitor on a day with a task, 15 July 2025. */
const date = "2025-07-15";
const app = createApp({ clock: "2025-07-15T14:00:00Z" });

beforeAll(async () => {
	await seedReference();
	const dayId = dayOn(date);
	await setTask(dayId);
	await insertTask(scoredTask, { id: "task", dayId, competitionClassId: ids.club, number: 1 });
});

type Entry = Awaited<ReturnType<typeof createRegistration>>;

/** @returns the links of the own card, with their paths */
async function card({ userId }: Entry) {
	const page = await sourceOf(await app.get("/", { as: { id: userId }, language: "en" }));
	expect(textsIn(page, ".own-day")).toHaveLength(1);
	const start = page.indexOf('aria-labelledby="own-day"');
	return linksIn(page.slice(start, page.indexOf("</section>", start)).replaceAll("\u00a0", " "));
}

async function competitor(accepted = true) {
	const { id: userId } = await createUser();
	return createRegistration({ userId, accepted, competitionClassId: ids.club });
}

const fieldOf = (pilot: Entry, fields: Readonly<Record<string, string>>) => ({
	...{ pilot: pilot.id, day: dayOn(date), condition: "well" },
	...fields,
});

test("who flies finds first what to press in a field; then the card says where it is, and the crew", async () => {
	const pilot = await competitor();
	expect((await card(pilot)).map(([, path]) => path)).not.toContain("/outlandings/report");
	await recordStatus(pilot.id, dayOn(date), "FLYING");
	expect((await card(pilot))[0]).toEqual(["I have landed in a field", "/outlandings/report"]);
	const report = fieldOf(pilot, { place: "meadow", point: "Nobody knows it" });
	await app.post("/outlandings/report", report, { as: { id: pilot.userId } });
	expect((await card(pilot))[0]).toEqual(["In a field", "/outlandings"]);
	const again = fieldOf(pilot, { position: "49.6543, 15.3321", crewOnWay: "on" });
	await app.post("/outlandings/report", again, { as: { id: pilot.userId } });
	expect((await card(pilot))[0]).toEqual([
		expect.stringMatching(/^In a field(?: near .+)?, crew on its way$/),
		"/outlandings",
	]);
	// The form knows whose report it is.
	const form = await sourceOf(await app.get("/outlandings/report", { as: { id: pilot.userId } }));
	expect(form).toContain(`<option value="${pilot.id}" selected`);
});

test("of a pilot whom the desk has set in a field, the card asks for the place", async () => {
	const pilot = await competitor();
	await recordStatus(pilot.id, dayOn(date), "OUTLANDING");
	expect((await card(pilot))[0]).toEqual(["Report the place", "/outlandings/report"]);
});

test("who waits for acceptance has no task yet", async () => {
	const hasTask = async (pilot: Entry) =>
		(await card(pilot)).some(([, path]) => path === `/tasks/${date}#club`);
	expect(await hasTask(await competitor())).toBe(true);
	expect(await hasTask(await competitor(false))).toBe(false);
});
