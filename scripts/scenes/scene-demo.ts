import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { demoOf } from "../demo/demo-of";
import { flyingDateOf } from "../demo/flying-day";

/* Rows of the demo in the scenes. */

export const demo = demoOf(newestEdition(), { passwordHash: "", flying: true }).rows;

function first<Row>(rows: readonly Row[], isWanted: (row: Row) => boolean = () => true): Row {
	const row = rows.find(isWanted);
	if (!row) throw new Error("The demo lacks a row that the scenes need.");
	return row;
}

const [pilot] = demo.users.filter(({ email }) => email === "pilot@example.com");

export const pilotsEntry = first(demo.registrations, ({ userId }) => userId === pilot?.id);

/** The day of the scenes during the competition. */
export const flyingDay = first(demo.competitionDays, ({ date }) => date === flyingDateOf(newestEdition()));

/** `YYYY-MM-DD`. */
export function daysBefore(days: number): string {
	return addDays(flyingDay.date, -days);
}

export const flight = first(demo.igcFiles);
export const task = first(demo.tasks, ({ dayId }) => dayId === flyingDay.id);
export const newsItem = first(demo.news);
export const document = first(demo.documents);

/** Entries in other states than that of the pilot, by the name of their account. */
export const otherEntries = {
	waiting: first(demo.registrations, ({ accepted }) => !accepted),
	reserve: first(demo.registrations, ({ accepted, isReserve }) => Boolean(accepted && isReserve)),
	unpaid: first(demo.registrations, ({ accepted, isReserve, paid }) =>
		Boolean(accepted && !isReserve && !paid),
	),
};

/** Token of a link to a new password, valid on the flying day. */
export const resetToken = "0123456789".repeat(4);

/** Changes of addresses, by what has become of them: one waits, one was confirmed, one was undone. */
export const emailChanges = { open: "1".repeat(40), confirmed: "2".repeat(40), undone: "3".repeat(40) };

const { open, confirmed, undone } = emailChanges;

/** Tokens of the links in mails: those that still work, and those that no longer do. */
export const mailLinks = {
	good: [`/confirm-email?token=${open}confirm`, `/undo-email?token=${open}undo`],
	used: [
		`/confirm-email?token=${confirmed}confirm`,
		`/undo-email?token=${undone}undo`,
		"/erase-account/none",
	],
};
