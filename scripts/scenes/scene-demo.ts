import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { demoOf } from "../demo/demo-of";

/* Rows of the demo that the scenes show or change. */

export const demo = demoOf(newestEdition, { passwordHash: "", whole: true }).rows;

function first<Row>(rows: readonly Row[], isWanted: (row: Row) => boolean = () => true): Row {
	const row = rows.find(isWanted);
	if (!row) throw new Error("The demo lacks a row that the scenes need.");
	return row;
}

const [pilot] = demo.users.filter(({ email }) => email === "pilot@example.com");

export const pilotsEntry = first(demo.registrations, ({ userId }) => userId === pilot?.id);

/** The day on which the site is shown while it flies; it has a task. */
export const flyingDay = first(
	demo.competitionDays,
	({ date }) => date === addDays(newestEdition.competition.from, 5),
);

/** The date so many days before it, `YYYY-MM-DD`. */
export function daysBefore(days: number): string {
	return addDays(flyingDay.date, -days);
}

export const flight = first(demo.igcFiles);
export const newsItem = first(demo.news);
export const document = first(demo.documents);

/** Accounts that are told something else of their entry than the pilot is, by the name of the account. */
export const otherEntries = {
	waiting: first(demo.registrations, ({ accepted }) => !accepted),
	reserve: first(demo.registrations, ({ accepted, isReserve }) => Boolean(accepted && isReserve)),
	unpaid: first(demo.registrations, ({ accepted, isReserve, paid }) =>
		Boolean(accepted && !isReserve && !paid),
	),
};

/** A link to a new password that is valid while the site flies. */
export const resetToken = "0123456789".repeat(4);
