import { expect } from "vitest";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createAdmin, createRegistration, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, sourceOf, textsIn } from "~test/support/html";
import { evening, pilotOf, upload, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/* Pages that were reached by nobody who did not know their addresses. */

const app = createApp({ clock: evening });
const day = dayOn("2025-07-15");

await seedReference();
const admin = await createAdmin();
const pilot = (await createRegistration({ accepted: true, startNumber: "7K" })).id;
await createRegistration({ accepted: true, startNumber: "8" });
await app.api("PUT", `/api/days/${day}`, { task: "TASK" }, { as: admin });

test("the receipt leads to the page of the flight", async () => {
	const sent = await app.post("/igc", uploadBody(pilot, day), { as: await pilotOf(pilot) });
	const html = await sourceOf(await app.get(sent.headers.get("Location") ?? "", { language: "en" }));
	const link = elementsIn(html, "main a").find(({ textContent }) => textContent === "Flight page");
	const flight = await app.get(link?.getAttribute("href") ?? "", { language: "en" });
	expect(flight.status).toBe(200);
	expect(textsIn(await flight.text(), "h1")[0]).toContain("7K");
});

test("the statuses lead to the flight of each competitor who has delivered one", async () => {
	const { json } = await upload(app, pilot, day);
	const html = await sourceOf(await app.get("/statuses", { language: "en" }));
	const links = elementsIn(html, 'tbody a[href^="/igc/"]');
	expect(links.map((link) => link.getAttribute("href"))).toEqual([`/igc/${json._id}`]);
	expect(links[0]?.textContent).toMatch(/^Flight: Jana Nováková/);
});

test("the starting list leads to the newest flight of each competitor", async () => {
	const { json } = await upload(app, pilot, day);
	const html = await sourceOf(await app.get("/starting-list", { language: "en" }));
	const links = elementsIn(html, 'tbody a[href^="/igc/"]');
	expect(links.map((link) => link.getAttribute("href"))).toEqual([`/igc/${json._id}`]);
	expect(links[0]?.textContent).toMatch(/^flight 15\sJuly: Jana Nováková/);
});

test("where tracks are not published only organisers have these links", async () => {
	await upload(app, pilot, day);
	const sent = await app.post("/igc", uploadBody(pilot, day));
	const receipt = sent.headers.get("Location")?.split("?")[0] ?? "";
	const linksOn = async (path: string, as: { id: string } | null) =>
		elementsIn(await (await app.get(path, { as })).text(), 'main a[href^="/igc/"]').length;
	changeEdition({ publishTracks: false });
	for (const path of ["/statuses", receipt]) {
		expect([await linksOn(path, null), await linksOn(path, admin)]).toEqual([0, 1]);
	}
	expect(await linksOn("/starting-list", null)).toBe(0);
});

test("the footer leads to the calendar and to the description of the API", async () => {
	const html = await (await app.get("/")).text();
	for (const [path, type] of [
		["/calendar.ics", "text/calendar"],
		["/api/docs", "text/html"],
	] as const) {
		expect(attributeIn(html, `footer a[href="${path}"]`, "href")).toBe(path);
		const response = await app.get(path);
		expect([response.status, response.headers.get("Content-Type")]).toEqual([
			200,
			expect.stringContaining(type),
		]);
	}
});
