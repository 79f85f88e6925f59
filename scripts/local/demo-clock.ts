import { editions, newestEdition } from "~editions/index";
import { databaseOf } from "../database/database-of";
import { demoTimeOf } from "../demo/flying-day";
import { admin } from "../demo/people";
import { Stop } from "../lib/stop.mjs";
import { stableId } from "../reference/stable-id";
import { type LocalPlace, openLocalState } from "./local-state";
import { newestRow } from "./newest-row";

/** Whether the database of the newest edition holds the demo. */
async function hasDemo(env: Env): Promise<boolean> {
	const { year } = newestEdition;
	const query = databaseOf(env, year).prepare("SELECT 1 FROM users WHERE id = ?");
	return (await query.bind(stableId(year, "user", admin.email)).first()) !== null;
}

/**
 * When the clock of a local server begins: on the flying day of the demo, or at the newest row when that is later, so that a restart
 * never goes back. Null without the demo, where the real time is right.
 */
export async function demoBeginning(env: Env): Promise<Date | null> {
	if (!(await hasDemo(env))) return null;
	const newest = await Promise.all(editions.map(({ year }) => newestRow(databaseOf(env, year))));
	return new Date(Math.max(demoTimeOf(newestEdition).getTime(), ...newest.map((time) => time.getTime())));
}

/** The time at which a command writes into local databases: a real one would take the demo away from its day. */
export async function localTime(place: LocalPlace): Promise<Date> {
	const { env, close } = await openLocalState(place);
	try {
		return (await demoBeginning(env)) ?? new Date();
	} finally {
		await close();
	}
}

/** CLOCK of a server whose clock begins at a time and runs on. */
export function runningFrom(beginning: Date, now = new Date()): string {
	const seconds = Math.ceil((beginning.getTime() - now.getTime()) / 1000);
	return `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}s`;
}

/** @throws Stop when a value of CLOCK is neither a time, nor days ahead, nor the word `now` */
export function requireClock(clock: string): void {
	if (clock === "now" || /^\+\d{1,5}$/.test(clock) || !Number.isNaN(Date.parse(clock))) return;
	throw new Stop(
		`CLOCK must be "now", a time such as 2025-07-16T12:00:00Z, or days ahead such as +120; not "${clock}".`,
	);
}
