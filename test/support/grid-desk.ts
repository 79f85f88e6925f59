import { and, eq } from "drizzle-orm";
import { grids, pilotDays } from "~db/schema";
import { createApp } from "./app";
import { createRegistration, createUser, databaseOf, recordStatus, statusOf } from "./factories";
import { elementsIn } from "./html";
import { dayOn } from "./world";

/* The grid as the tests use it: pilots on it, taps of the desk, and what the database then holds. */

const db = databaseOf();
/** The day of the grid. */
export const date = "2025-07-15";
/** The Worker at a time of that day, in UTC. */
export const at = (time: string) => createApp({ clock: `${date}T${time}Z` });
export const noon = at("10:00:00");
const evening = at("19:30:00");
/** The grid of that day. */
export const path = `/grid?day=${date}`;

export type Person = { readonly id: string };

/** An accepted entry that stands on the ground. */
export async function starter(values: Parameters<typeof createRegistration>[0] = {}) {
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true, ...values });
	await recordStatus(entry.id, dayOn(date), "DNF");
	return { user, entry };
}

/** Sends a form about the launches of a pilot. */
export const tap = (
	app: typeof noon,
	{ id }: Person,
	as: Person,
	fields: Readonly<Record<string, string>>,
	day = date,
) => app.post(path, { day: dayOn(day), pilot: id, ...fields }, { as });

/** Sends the form by which a class is drawn. */
export const draw = (as: Person, fields: Readonly<Record<string, string>>, day = date) =>
	noon.post(
		`/grid?day=${day}`,
		{ intent: "draw", day: dayOn(day), class: "club", order: "lot", width: "2", version: "", ...fields },
		{ as },
	);

export async function gridOf(day = date) {
	const [row] = await db
		.select()
		.from(grids)
		.where(eq(grids.dayId, dayOn(day)));
	return row;
}

export const isOf = ({ id }: Person) =>
	and(eq(pilotDays.registrationId, id), eq(pilotDays.dayId, dayOn(date)));

export const stateOf = async (entry: Person) => (await statusOf(entry, dayOn(date)))?.status;

export async function statusId(entry: Person): Promise<string> {
	return (await statusOf(entry, dayOn(date)))?.statusId ?? "";
}

export const seeHome = (entry: Person, time: string, by: Person) =>
	db
		.update(pilotDays)
		.set({ status: "HOME", statusAt: new Date(`${date}T${time}Z`), statusBy: by.id })
		.where(isOf(entry));

export async function launchesOf({ id }: Person) {
	const ofDay = and(eq(pilotDays.registrationId, id), eq(pilotDays.dayId, dayOn(date)));
	return (await db.select().from(pilotDays).where(ofDay))[0]?.launches ?? [];
}

export const read = async (app: typeof noon, address: string, as: Person | null) =>
	(await app.get(address, { as, language: "en" })).text();

export async function missed(admin: Person): Promise<string> {
	const html = await read(evening, `/statuses?day=${date}&duty=on`, admin);
	return elementsIn(html, "section.notice-danger")
		.map(({ textContent }) => textContent)
		.join(" ");
}
