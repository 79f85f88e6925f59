import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { outlandingSchema } from "~/lib/desk/outlanding-schema";
import { reportOutlanding } from "~/lib/desk/report-outlanding.server";
import { auditLog, outlandings, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createRegistration, createUser, databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { elementsIn, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { dayOn, test } from "~test/support/world";
import { stableId } from "../../scripts/reference/stable-id";

const db = databaseOf();
const app = createApp({ clock: "2025-07-15T14:00:00Z" });
const date = "2025-07-15";
const form = "/outlandings/report";
const spot = { position: "49.6543, 15.3321", condition: "well", phone: "+33 6 12 34 56 78" };

/** A competitor in the air, with an account. */
async function flyingPilot() {
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true });
	await recordStatus(entry.id, dayOn(date), "FLYING");
	return { user, entry };
}

type Person = { readonly id: string } | null;

function report(entry: { readonly id: string }, as: Person, fields: Record<string, string> = {}) {
	return app.post(form, { pilot: entry.id, day: dayOn(date), ...spot, ...fields }, { as });
}

const reportsOf = ({ id }: { readonly id: string }) =>
	db.select().from(outlandings).where(eq(outlandings.registrationId, id)).orderBy(outlandings.createdAt);

const stateOf = async (entry: { readonly id: string }) => (await statusOf(entry, dayOn(date)))?.status;

const read = async (path: string, as: Person = null) => (await app.get(path, { as, language: "en" })).text();

describe("a report", () => {
	test("of the pilot counts: the status follows, and both stand in the audit log", async () => {
		const { user, entry } = await flyingPilot();
		expect((await report(entry, user)).status).toBe(303);
		expect(await reportsOf(entry)).toMatchObject([
			{ sender: "pilot", standing: "confirmed", state: "reported", latitude: 49.6543, longitude: 15.3321 },
		]);
		expect(await stateOf(entry)).toBe("OUTLANDING");
		const actions = await db
			.select({ action: auditLog.action })
			.from(auditLog)
			.where(eq(auditLog.actorId, user.id));
		expect(actions.map(({ action }) => action).sort()).toEqual([
			"competitor-status.set",
			"outlanding.report",
		]);
	});

	test("of the pilot outlives a status that somebody sets at the same moment", async () => {
		const { user, entry } = await flyingPilot();
		const now = new Date("2025-07-15T14:00:00Z");
		const ctx = contextOf({ now, actor: { ...user, verified: true, role: null } });
		let [isWriting, isOvertaken] = [false, false];
		const racing = new Proxy(ctx.db, {
			get(target, name) {
				isWriting ||= name === "insert";
				if (name === "batch" && isWriting && !isOvertaken)
					return async (statements: Parameters<typeof target.batch>[0]) => {
						isOvertaken = true;
						await db.update(pilotDays).set({ status: "DNF" }).where(eq(pilotDays.registrationId, entry.id));
						return target.batch(statements);
					};
				const value = Reflect.get(target, name);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
		const input = outlandingSchema.parse({ pilot: entry.id, day: dayOn(date), ...spot });
		expect(await reportOutlanding({ ...ctx, db: racing }, input, null)).toMatchObject({ ok: true });
		expect(isOvertaken).toBe(true);
		expect(await stateOf(entry)).toBe("OUTLANDING");
		expect(await reportsOf(entry)).toMatchObject([{ standing: "confirmed" }]);
	});

	test("of somebody else waits for an organiser, who confirms it with one tap", async ({ admin }) => {
		const { entry } = await flyingPilot();
		expect((await report(entry, null)).status).toBe(303);
		const [waiting] = await reportsOf(entry);
		expect(waiting).toMatchObject({ sender: "other", standing: "proposed", createdBy: null });
		expect(await stateOf(entry)).toBe("FLYING");
		expect(await read("/outlandings")).not.toContain(entry.startNumber);
		expect(await read("/outlandings", admin)).toContain("Waiting to be confirmed");
		const confirm = { intent: "confirm", id: waiting?.id ?? "", seen: "proposed" };
		expect((await app.post("/outlandings", confirm, { as: admin })).status).toBe(303);
		expect(await reportsOf(entry)).toMatchObject([{ standing: "confirmed" }]);
		expect(await stateOf(entry)).toBe("OUTLANDING");
	});

	test("of somebody else is answered on the page, not in passing", async () => {
		const { entry } = await flyingPilot();
		const { headers } = await report(entry, null);
		const [flash = ""] = (headers.get("Set-Cookie") ?? "").split(";");
		const page = await app.get(headers.get("Location") ?? "", { headers: { Cookie: flash }, language: "en" });
		// A script makes a toast of what has `data-flash`.
		expect(textsIn(await page.text(), ".notice[role=status]:not([data-flash])")).toEqual([
			"Organisers see the report and will confirm it.",
		]);
	});

	test("is dismissed, also by a tap from before the form said what it saw, and changes no status", async ({
		admin,
	}) => {
		const { entry } = await flyingPilot();
		await report(entry, await createUser());
		const [waiting] = await reportsOf(entry);
		const dismiss = { intent: "dismiss", id: waiting?.id ?? "" };
		await app.post("/outlandings", dismiss, { as: admin });
		expect(await reportsOf(entry)).toMatchObject([{ standing: "dismissed" }]);
		expect(await stateOf(entry)).toBe("FLYING");
		expect(await read("/outlandings", admin)).not.toContain(entry.startNumber);
	});

	test("that was confirmed meanwhile is not dismissed by a tap from before; once it is dismissed, no state is offered again", async ({
		admin,
	}) => {
		const { entry } = await flyingPilot();
		await report(entry, null);
		const [waiting] = await reportsOf(entry);
		const sent = `#outlanding-${waiting?.id} form:has(input[value=dismiss]) input`;
		const fields = elementsIn(await read("/outlandings", admin), sent).map((input) =>
			["name", "value"].map((name) => input.getAttribute(name)),
		);
		const confirm = { intent: "confirm", id: waiting?.id ?? "", seen: "proposed" };
		await app.post("/outlandings", confirm, { as: admin });
		const dismiss = { ...Object.fromEntries(fields), waited: "60000" };
		const conflictOf = async (tap: Record<string, string>) => {
			const headers = { Accept: "application/json", "X-Account": admin.id };
			const answer = await app.post("/outlandings", tap, { as: admin, language: "en", headers });
			expect(answer.status).toBe(409);
			return ((await answer.json()) as { readonly values: unknown }).values;
		};
		const time = "16:00";
		expect(await conflictOf(dismiss)).toEqual({ seen: "confirmed", state: "Confirmed", time });
		expect(await reportsOf(entry)).toMatchObject([{ standing: "confirmed" }]);
		const state = { intent: "state", id: waiting?.id ?? "", state: "found", seen: "back" };
		expect(await conflictOf(state)).toEqual({ seen: "reported", state: "Reported", time });
		await app.post("/outlandings", { ...dismiss, seen: "confirmed" }, { as: admin });
		expect(await reportsOf(entry)).toMatchObject([{ standing: "dismissed" }]);
		expect(await conflictOf({ ...state, seen: "reported" })).toEqual({ state: "Dismissed", time });
	});

	test("that is sent twice is one", async () => {
		const { user, entry } = await flyingPilot();
		const formKey = crypto.randomUUID();
		for (const _ of [1, 2]) expect((await report(entry, user, { formKey })).status).toBe(303);
		expect(await reportsOf(entry)).toHaveLength(1);
	});

	test("that comes late takes nothing back: neither who is home, nor what the desk has done", async ({
		admin,
	}) => {
		const { user, entry } = await flyingPilot();
		await report(entry, admin);
		const [first] = await reportsOf(entry);
		const left = { intent: "state", id: first?.id ?? "", state: "crew-left", seen: "reported" };
		await app.post("/outlandings", left, { as: admin });
		await report(entry, user);
		expect((await reportsOf(entry)).map(({ state }) => state)).toEqual(["crew-left", "crew-left"]);
		await recordStatus(entry.id, dayOn(date), "HOME");
		await report(entry, user);
		expect((await reportsOf(entry)).filter(({ standing }) => standing === "proposed")).toHaveLength(1);
		expect(await stateOf(entry)).toBe("HOME");
	});

	test.each([
		["without a place", { position: "" }],
		["in the sea, beyond every flight", { position: "57.8, 19.9" }],
		["whose coordinates are none", { position: "louka u mlýna" }],
		["far beyond every flight", { position: "33.5, -70.25" }],
		["from the field of nobody", { position: "", sameAs: "nobody" }],
		["that does not say how the pilot is", { condition: "" }],
	])("%s is refused", async (_, fields) => {
		const { user, entry } = await flyingPilot();
		expect((await report(entry, user, fields)).status).toBe(400);
		expect(await reportsOf(entry)).toEqual([]);
	});

	test("of another day, or of nobody who takes part, is refused", async () => {
		const { user, entry } = await flyingPilot();
		for (const day of [dayOn("2025-07-13"), dayOn("2025-07-16"), "none"])
			expect((await report(entry, user, { day })).status).toBe(400);
		expect((await report(await createRegistration(), user)).status).toBe(400);
	});

	test("300 km away is taken, and the desk reads how far it is", async ({ admin }) => {
		const { user, entry } = await flyingPilot();
		expect((await report(entry, user, { position: "52.35, 15.9" })).status).toBe(303);
		expect(await read("/outlandings", admin)).toMatch(/3\d\d\skm/);
	});

	test("of another edition's day is refused", async () => {
		const { user, entry } = await flyingPilot();
		const other = stableId(2024, "competition-day", "2024-07-15");
		expect((await report(entry, user, { day: other })).status).toBe(400);
	});

	test("beside another one of the same pilot counts by the later place, and is one row for everybody", async ({
		admin,
	}) => {
		const { user, entry } = await flyingPilot();
		await report(entry, user);
		const later = { ...spot, position: "49.7, 15.5", place: "Druhé pole" };
		await createApp({ clock: "2025-07-15T14:20:00Z" }).post(
			form,
			{ pilot: entry.id, day: dayOn(date), ...later },
			{ as: admin },
		);
		const rows = async (as: Person) =>
			elementsIn(await read("/outlandings", as), "main li").filter(({ textContent }) =>
				textContent.includes(`${entry.startNumber} `),
			);
		expect(await rows(null)).toHaveLength(1);
		const desk = await rows(admin);
		expect(desk).toHaveLength(1);
		expect(desk[0]?.textContent).toContain("Druhé pole");
	});

	test("by the same field as another one has its place, and one in words needs no coordinates", async ({
		admin,
	}) => {
		const [one, other] = [await flyingPilot(), await flyingPilot()];
		await report(one.entry, one.user);
		const [first] = await reportsOf(one.entry);
		await report(other.entry, admin, { position: "", sameAs: first?.id ?? "" });
		expect(await reportsOf(other.entry)).toMatchObject([{ latitude: 49.6543, sender: "organiser" }]);
		const inWords = await flyingPilot();
		await report(inWords.entry, admin, { position: "", place: "Louka u mlýna" });
		expect(await reportsOf(inWords.entry)).toMatchObject([{ latitude: null, place: "Louka u mlýna" }]);
	});
});

test("a name that is no point is the place in words, and the page says so", async ({ admin }) => {
	const { entry } = await flyingPilot();
	const answer = await report(entry, admin, { position: "", point: "Jaromer", place: "u lesa" });
	expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain("outlanding.reportedInWords");
	expect(await reportsOf(entry)).toMatchObject([{ latitude: null, place: "Jaromer, u lesa" }]);
});

test("a known point gives a position by bearing and distance alone; with one of them, or neither, the place is words", async ({
	admin,
}) => {
	const chart = new File(['"Lom",L,CZ,4930.000N,01530.000E,548m,1'], "body.cup");
	await app.post("/admin/waypoints-and-airspace", multipart({ kind: "waypoints", chart }), { as: admin });
	const placeOf = async (fields: Record<string, string>) => {
		const { entry } = await flyingPilot();
		await report(entry, admin, { position: "", point: "lom", ...fields });
		return (await reportsOf(entry)).map(({ latitude, place, near }) => [
			latitude?.toFixed(2) ?? null,
			place,
			near,
		]);
	};
	expect(await placeOf({ bearing: "0", distance: "11.1" })).toEqual([["49.60", null, "Lom"]]);
	expect(await placeOf({ bearing: "120" })).toEqual([[null, "lom, 120°", null]]);
	expect(await placeOf({ distance: "12" })).toEqual([[null, "lom, 12 km", null]]);
	expect(await placeOf({})).toEqual([[null, "lom", "Lom"]]);
});

test("a bearing beyond the circle is told its limits, and one without its point asks for the point alone", async ({
	admin,
}) => {
	const { entry } = await flyingPilot();
	const complaints = async (fields: Record<string, string>) =>
		textsIn(await (await report(entry, admin, { position: "", ...fields })).text(), ".field-error");
	expect(await complaints({ point: "lom", bearing: "361", distance: "5" })).toEqual([
		"Zadejte celé číslo od 0 do 360",
	]);
	expect(await complaints({ bearing: "120", distance: "5" })).toHaveLength(1);
});

test("a report by the desk counts, also of somebody who was home; one that has waited waits for the desk when somebody has said other", async ({
	admin,
}) => {
	const { entry } = await flyingPilot();
	const set = (status: string, time: string) =>
		db
			.update(pilotDays)
			.set({ status: status as "HOME", statusAt: new Date(`${date}T${time}Z`), statusBy: admin.id })
			.where(eq(pilotDays.registrationId, entry.id));
	await set("HOME", "13:00:00");
	await report(entry, admin, { waited: String(2 * 3_600_000) });
	expect(await statusOf(entry)).toMatchObject({ status: "HOME" });
	await report(entry, admin);
	expect(await statusOf(entry)).toMatchObject({ status: "OUTLANDING" });
	const standings = (await reportsOf(entry)).map(({ standing }) => standing);
	expect(standings.sort()).toEqual(["confirmed", "proposed"]);
});

test("with the crew on its way it has left; a pilot who is back comes last, and no crew is on its way", async ({
	admin,
}) => {
	const [back, out] = [await flyingPilot(), await flyingPilot()];
	await report(out.entry, admin);
	await report(back.entry, admin, { crewOnWay: "on" });
	const [left] = await reportsOf(back.entry);
	expect(left).toMatchObject({ state: "crew-left" });
	const cardOf = async ({ entry }: typeof out) => {
		const cards = elementsIn(await read("/outlandings", admin), "main li.card");
		const place = cards.findIndex(({ textContent }) => textContent.includes(`${entry.startNumber} `));
		return { place, text: cards[place]?.textContent ?? "" };
	};
	expect((await cardOf(back)).text).toContain("Crew on its way");
	const home = { intent: "state", id: left?.id ?? "", state: "back", seen: "crew-left" };
	await app.post("/outlandings", home, { as: admin });
	expect((await cardOf(back)).text).not.toContain("Crew on its way");
	expect((await cardOf(back)).place).toBeGreaterThan((await cardOf(out)).place);
});

test("back that has waited leaves in the air who was launched again since", async ({ admin }) => {
	const { user, entry } = await flyingPilot();
	await report(entry, user);
	const [first] = await reportsOf(entry);
	await db
		.update(pilotDays)
		.set({ status: "FLYING", statusAt: new Date(`${date}T13:30:00Z`), statusBy: admin.id })
		.where(eq(pilotDays.registrationId, entry.id));
	const waited = String(3_600_000);
	const back = { intent: "state", id: first?.id ?? "", state: "back", seen: "reported", waited };
	await app.post("/outlandings", back, { as: admin });
	expect(await reportsOf(entry)).toMatchObject([{ state: "back" }]);
	expect(await statusOf(entry)).toMatchObject({ status: "FLYING" });
});

test("who is back is home, and a tap that has seen something older changes nothing", async ({ admin }) => {
	const { user, entry } = await flyingPilot();
	await report(entry, user);
	const [first] = await reportsOf(entry);
	const set = (state: string, seen: string) =>
		app.post("/outlandings", { intent: "state", id: first?.id ?? "", state, seen }, { as: admin });
	await set("back", "reported");
	expect(await stateOf(entry)).toBe("HOME");
	await set("found", "reported");
	expect(await reportsOf(entry)).toMatchObject([{ state: "back" }]);
	await set("found", "back");
	expect(await stateOf(entry)).toBe("OUTLANDING");
	await set("back", "found");
	await report(entry, admin);
	expect((await reportsOf(entry)).map(({ state }) => state).sort()).toEqual(["back", "reported"]);
});

test("visitors and other competitors read who is out, and neither the spot nor a telephone", async ({
	admin,
	user,
}) => {
	const { user: pilot, entry } = await flyingPilot();
	await report(entry, pilot, { place: "Louka Kanárka", note: "Vrata vlevo" });
	const secrets = ["49.6543", "15.3321", "39.258", "+33 6", entry.phone, "Kanárka", "Vrata"];
	for (const path of ["/outlandings", "/statuses", "/statuses?view=board", form, "/"]) {
		for (const reader of [null, user]) {
			const html = await read(path, reader);
			for (const secret of secrets) expect(html, path).not.toContain(secret);
		}
	}
	expect(await read("/outlandings")).toContain(entry.startNumber);
	const desk = await read("/outlandings", admin);
	for (const shown of ["39.258", "+33 6", entry.phone, "Kanárka", "Vrata", "openstreetmap.org"])
		expect(desk).toContain(shown);
	expect(await read("/outlandings", pilot)).toContain("39.258");
});

test("only the form may ask where a device is", async () => {
	const policy = async (path: string) => (await app.get(path)).headers.get("Permissions-Policy");
	expect(await policy(form)).toContain("geolocation=(self)");
	expect(await policy("/outlandings")).toContain("geolocation=()");
});

test("on a day without flying there is no form, and no way to it", async () => {
	const before = createApp({ clock: "2025-07-01T10:00:00Z" });
	const html = await (await before.get(form, { language: "en" })).text();
	expect(html).toContain("There is no flying today");
	expect(html).not.toContain('name="pilot"');
	const waysIn = async (asked: typeof app) =>
		elementsIn(await (await asked.get("/outlandings")).text(), `main a[href="${form}"]`).length;
	expect([await waysIn(before), await waysIn(app)]).toEqual([0, 1]);
});
