import { beforeEach, describe, expect } from "vitest";
import { auditLog, throttles } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, sourceOf } from "~test/support/html";
import { deleteLogs, evening, storedIgc, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: evening });
/** Longer than an hour after the upload. */
const nextMorning = createApp({ clock: "2025-07-16T05:00:00Z" });
let pilot: { id: string };
let entry: string;
const days = { saturday: dayOn("2025-07-12"), tuesday: dayOn("2025-07-15") };

beforeEach(async () => {
	await deleteLogs();
	pilot = await createUser({ name: "Ema", surname: "Žižková" });
	const fields = { userId: pilot.id, accepted: true, startNumber: "7K", registrationNumber: "OK-4321" };
	entry = (await createRegistration(fields)).id;
});

/** Sends the form without scripts. */
async function send(date: string, as?: { id: string }) {
	const response = await app.post("/igc", uploadBody(entry, days.tuesday, { date }), { as });
	const cookies = response.headers.getSetCookie();
	const cookie = cookies.find((text) => text.startsWith("igc-sender=")) ?? "";
	return { response, path: response.headers.get("Location") ?? "", cookie };
}

const sentWith = (cookie: string) => ({ headers: { Cookie: cookie.split(";")[0] ?? "" } });
/** No-break spaces read as spaces. */
const verdictIn = (html: string) => elementsIn(html.replaceAll("\u00a0", " "), ".verdict")[0];

describe("the receipt", () => {
	test("has an address of its own and begins with a green verdict when nothing is wrong", async () => {
		const { response, path } = await send("2025-07-15", pilot);
		expect(response.status).toBe(303);
		expect(path).toMatch(/^\/igc\/receipt\/[\w-]{36}$/);
		const page = await app.get(path, { language: "en" });
		expect(page.headers.get("Cache-Control")).toBe("private, no-store");
		const html = await sourceOf(page);
		const verdict = verdictIn(html);
		expect(verdict?.classNames).toContain("verdict-success");
		expect(verdict?.querySelector("h1")?.textContent).toBe("The flight log was uploaded.");
		expect(verdict?.hasAttribute("autofocus")).toBe(true);
		expect(elementsIn(html, "details code")).toHaveLength(1);
		expect(elementsIn(html, ".flight-map path.map-home")).toHaveLength(1);
	});

	test("of a log with a warning is amber and lists it", async () => {
		const body = uploadBody(entry, days.tuesday, { signed: false });
		const path = (await app.post("/igc", body)).headers.get("Location") ?? "";
		const verdict = verdictIn(await sourceOf(await app.get(path, { language: "en" })));
		expect(verdict?.classNames).toContain("verdict-warning");
		expect(verdict?.textContent).toContain("The log is not signed");
	});

	test("does not exist for the id of a flight", async () => {
		await send("2025-07-15");
		const { flights } = await storedIgc();
		expect((await app.get(`/igc/receipt/${flights[0]?.id}`)).status).toBe(404);
	});

	test("is reached from the own logs at once", async () => {
		const { path } = await send("2025-07-15", pilot);
		const html = await sourceOf(await app.get("/igc", { as: pilot }));
		expect(elementsIn(html, `a[href="${path}"]`)).toHaveLength(1);
	});
});

describe("a log of another day", () => {
	const dayOfFlight = async () => (await storedIgc()).flights[0]?.dayId;

	test("is amber and can be moved to its day by who sent it", async () => {
		const { response, path, cookie } = await send("2025-07-12");
		expect(response.headers.getSetCookie().join()).not.toContain("flash=");
		expect(cookie).toContain(`Path=${path}; HttpOnly; SameSite=Strict; Max-Age=3600`);
		const verdict = verdictIn(await sourceOf(await app.get(path, { language: "en", ...sentWith(cookie) })));
		expect(verdict?.classNames).toContain("verdict-warning");
		expect(verdict?.querySelector("h1")?.textContent).toBe(
			"A flight of Saturday 12 July was uploaded for Tuesday 15 July.",
		);
		expect(verdict?.querySelector("button")?.textContent).toBe("Move to Saturday 12 July");

		const moved = await app.post(path, {}, sentWith(cookie));
		expect([moved.status, moved.headers.get("Location")]).toEqual([303, path]);
		expect(await dayOfFlight()).toBe(days.saturday);
		const after = verdictIn(await sourceOf(await app.get(path, { language: "en" })));
		expect(after?.querySelector("h1")?.textContent).toBe("The log is stored and is waiting to be confirmed.");
		const actions = (await db.select().from(auditLog)).map(({ action }) => action);
		expect(actions).toContain("igc.reassign");
	});

	test("can be moved by the account that sent it", async () => {
		const { path } = await send("2025-07-12", pilot);
		expect((await app.post(path, {}, { as: pilot })).status).toBe(303);
		expect(await dayOfFlight()).toBe(days.saturday);
	});

	test.each([
		["somebody else", async () => ({})],
		["another account", async () => ({ as: await createUser() })],
		["the sender of another log", async () => sentWith((await send("2025-07-15")).cookie)],
	])("is not moved by %s", async (_, options) => {
		const { path } = await send("2025-07-12");
		const other = await options();
		expect(verdictIn(await sourceOf(await app.get(path, other)))?.querySelector("button")).toBeNull();
		expect((await app.post(path, {}, other)).status).toBe(403);
		expect((await storedIgc()).flights.map(({ dayId }) => dayId)).not.toContain(days.saturday);
	});

	test("is not moved after an hour, even with the cookie of the same bytes sent again", async () => {
		const { path, cookie } = await send("2025-07-12");
		expect((await nextMorning.post(path, {}, sentWith(cookie))).status).toBe(403);
		const again = await nextMorning.post("/igc", uploadBody(entry, days.tuesday, { date: "2025-07-12" }));
		const newCookie = again.headers.getSetCookie().find((text) => text.startsWith("igc-sender=")) ?? "";
		expect((await nextMorning.post(path, {}, sentWith(newCookie))).status).toBe(403);
		expect(await dayOfFlight()).toBe(days.tuesday);
	});

	test("is moved by nobody who has only sent the same bytes after the competitor", async () => {
		const { path } = await send("2025-07-12", pilot);
		const { response } = await send("2025-07-12");
		expect(response.headers.get("Location")).toBe(`${path}?outcome=repeated`);
		expect(response.headers.getSetCookie().join()).not.toContain("igc-sender=");
	});

	test("is not moved by who sent it once an organiser has confirmed it", async () => {
		const { path, cookie } = await send("2025-07-12");
		const { flights } = await storedIgc();
		const versionId = path.split("/").at(-1) ?? "";
		const admin = await createAdmin();
		await app.post(`/igc/${flights[0]?.id}`, { intent: "confirm", versionId }, { as: admin });
		expect((await app.post(path, {}, sentWith(cookie))).status).toBe(403);
		expect(await dayOfFlight()).toBe(days.tuesday);
	});

	test("is moved thirty times a minute at most", async () => {
		const { path, cookie } = await send("2025-07-12");
		await app.post(path, {});
		await db.update(throttles).set({ count: 3_000 });
		const response = await app.post(path, {}, sentWith(cookie));
		await db.delete(throttles);
		expect(response.status).toBe(429);
	});
});
