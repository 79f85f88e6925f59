import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, outlandings, safetyCards } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { elementsIn, textsIn } from "~test/support/html";
import { dayOn, test } from "~test/support/world";

/* What a link to the desk reports cannot unlock what the link may read (docs/security.md, rule 54). */

const db = databaseOf();
const date = "2025-07-15";
const at = (time: string) => createApp({ clock: `${date}T${time}Z` });
const morning = at("08:00:00");
const afternoon = at("15:00:00");
const evening = at("19:30:00");

type Person = { readonly id: string };
type Sent = Parameters<typeof evening.post>[2];

const typed = "+420 903 111 222";
const colours = "bílý, modrá křídla";

/** The headers of somebody who works by a new link. */
async function link(admin: Person) {
	const fields = { intent: "make", day: dayOn(date), name: "Petra u dráhy" };
	const [made = ""] = textsIn(await (await morning.post("/duty", fields, { as: admin })).text(), "code");
	return { headers: { Cookie: `duty=${made.slice(made.lastIndexOf("/") + 1)}` } };
}

/** A pilot of whom nobody reports anything yet, with a crew. */
async function pilotWith(status: "DNF" | "FLYING" | "HOME" = "HOME") {
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true, phone: "+420 601 555 777" });
	await recordStatus(entry.id, dayOn(date), status);
	const crewPhone = "+420 602 888 999";
	await db
		.insert(safetyCards)
		.values({ registrationId: entry.id, crewPhone, colours, updatedAt: new Date(0) });
	return { user, entry, own: [entry.phone, `Doprovod: ${crewPhone}`] };
}

type Pilot = Awaited<ReturnType<typeof pilotWith>>;

/** The numbers that a link reads of a pilot; null where it gets none to read. */
async function numbers({ entry }: Pilot, by: Sent) {
	const answer = await evening.post("/duty", { intent: "phones", pilot: entry.id }, by);
	const shown = elementsIn(await answer.text(), ".notice-info a").map(({ textContent }) => textContent);
	return answer.status === 404 ? null : shown;
}

const report = ({ entry }: Pilot, by: Sent, app = afternoon) =>
	app.post(
		"/outlandings/report",
		{ pilot: entry.id, day: dayOn(date), position: "49.6543, 15.3321", condition: "well", phone: typed },
		by,
	);

async function decide({ entry }: Pilot, intent: "confirm" | "dismiss", by: Sent, app = afternoon) {
	const [one] = await db.select().from(outlandings).where(eq(outlandings.registrationId, entry.id));
	const fields = { intent, id: one?.id ?? "", seen: one?.standing ?? "" };
	expect((await app.post("/outlandings", fields, by)).status).toBe(303);
}

async function tap({ entry }: Pilot, status: string, by: Sent, app = evening) {
	const { statusId: id = "" } = (await statusOf(entry, dayOn(date))) ?? {};
	expect((await app.post("/statuses", { id, status }, by)).status).toBe(303);
}

test("a link reads of a pilot whom a stranger reports the number typed there, and nothing of the entry; the view is noted", async ({
	admin,
}) => {
	const by = await link(admin);
	const pilot = await pilotWith();
	expect(await numbers(pilot, by)).toBeNull();
	await report(pilot, {});
	expect(await numbers(pilot, by)).toEqual([typed]);
	const views = await db.select().from(auditLog).where(eq(auditLog.subjectId, pilot.entry.id));
	expect(views.map(({ action }) => action)).toEqual(["outlanding.report", "duty.phones"]);
});

test("what a link has reported itself opens to it neither telephones nor the safety card; to another link it does", async ({
	admin,
}) => {
	const [by, other] = [await link(admin), await link(admin)];
	const pilot = await pilotWith();
	await report(pilot, by);
	const cardFor = async (one: Sent) =>
		(await (await evening.get("/outlandings", one)).text()).includes(colours);
	expect([await numbers(pilot, by), await cardFor(by)]).toEqual([[typed], false]);
	expect([await numbers(pilot, other), await cardFor(other)]).toEqual([
		[pilot.entry.phone, typed, pilot.own[1]],
		true,
	]);
	expect(await cardFor({ as: admin })).toBe(true);
	// The organiser's word beside its own opens it.
	await report(pilot, { as: admin });
	expect(await numbers(pilot, by)).toEqual([pilot.entry.phone, typed, pilot.own[1]]);
});

test("a report of the pilot or of an organiser opens the entry to a link; so does a stranger's that an organiser confirms, not one that the link does", async ({
	admin,
}) => {
	const by = await link(admin);
	const opened = async (act: (pilot: Pilot) => Promise<unknown>) => {
		const pilot = await pilotWith("FLYING");
		await act(pilot);
		return (await numbers(pilot, by))?.includes(pilot.entry.phone);
	};
	expect(await opened((pilot) => report(pilot, { as: pilot.user }))).toBe(true);
	expect(await opened((pilot) => report(pilot, { as: admin }))).toBe(true);
	const confirmedBy = (one: Sent) => async (pilot: Pilot) => {
		await report(pilot, {});
		await decide(pilot, "confirm", one);
	};
	expect(await opened(confirmedBy({ as: admin }))).toBe(true);
	expect(await opened(confirmedBy(by))).toBe(false);
	expect(await opened(confirmedBy(await link(admin)))).toBe(true);
	// A report of the link that had to wait stays the link's, whoever confirms it.
	expect(
		await opened(async (pilot) => {
			await tap(pilot, "HOME", { as: admin }, afternoon);
			const waited = {
				waited: String(3_600_000),
				pilot: pilot.entry.id,
				day: dayOn(date),
				condition: "well",
			};
			await afternoon.post("/outlandings/report", { ...waited, place: "Louka", phone: typed }, by);
			await decide(pilot, "confirm", { as: admin });
		}),
	).toBe(false);
});

test("a link reads the numbers of who is missing, also whom it has launched itself or tapped home by mistake", async ({
	admin,
}) => {
	const by = await link(admin);
	const [launched, mistaken] = [await pilotWith("DNF"), await pilotWith("FLYING")];
	const launch = { day: dayOn(date), pilot: launched.entry.id, launches: "1" };
	expect((await morning.post(`/grid?day=${date}`, launch, by)).status).toBe(303);
	await tap(mistaken, "HOME", by);
	expect(await numbers(mistaken, by)).toBeNull();
	await tap(mistaken, "FLYING", by);
	for (const pilot of [launched, mistaken]) expect(await numbers(pilot, by)).toEqual(pilot.own);
	// A stranger's number stands apart from those.
	await report(launched, {});
	expect(await numbers(launched, by)).toEqual([...launched.own, typed]);
});

test("whom only the link itself has made missing in the evening stays closed to it: by a status, a launch, or a report taken back", async ({
	admin,
}) => {
	const [by, other] = [await link(admin), await link(admin)];
	const [tapped, launched, inRow, reported] = [
		await pilotWith("HOME"),
		await pilotWith("DNF"),
		await pilotWith("DNF"),
		await pilotWith("HOME"),
	];
	await tap(tapped, "FLYING", by);
	const launch = { day: dayOn(date), pilot: launched.entry.id, launches: "1" };
	await evening.post(`/grid?day=${date}`, launch, by);
	const row = { intent: "launch-row", day: dayOn(date), class: "club", pilots: inRow.entry.id };
	await evening.post("/grid", row, by);
	await report(reported, by, evening);
	await decide(reported, "dismiss", by, evening);
	for (const [index, pilot] of [tapped, launched, inRow, reported].entries()) {
		expect(await numbers(pilot, by), String(index)).toEqual([]);
		expect(await numbers(pilot, other), String(index)).toEqual(pilot.own);
	}
});

test("whom a link takes back from home in the last hours before pilots are missed stays closed to it at night, an own mistake apart", async ({
	admin,
}) => {
	// Pilots of this day are missed from 19:56 in Prague.
	const [noon, before, soonAfter] = [at("12:00:00"), at("17:45:00"), at("17:50:00")];
	const [by, other] = [await link(admin), await link(admin)];
	const [taken, cleared, relit, landed, mistaken] = [
		await pilotWith("HOME"),
		await pilotWith("HOME"),
		await pilotWith("HOME"),
		await pilotWith("FLYING"),
		await pilotWith("FLYING"),
	];
	await tap(relit, "FLYING", by, noon);
	await tap(landed, "HOME", by, afternoon);
	for (const pilot of [taken, landed]) await tap(pilot, "FLYING", by, before);
	for (const status of ["DNF", "FLYING"]) await tap(cleared, status, by, before);
	await tap(mistaken, "HOME", by, before);
	await tap(mistaken, "FLYING", by, soonAfter);
	for (const [index, pilot] of [taken, cleared, landed].entries()) {
		expect(await numbers(pilot, by), String(index)).toEqual([]);
		expect(await numbers(pilot, other), String(index)).toEqual(pilot.own);
	}
	for (const pilot of [relit, mistaken]) expect(await numbers(pilot, by)).toEqual(pilot.own);
});
