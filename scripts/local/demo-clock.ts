import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable, SQLiteTimestamp } from "drizzle-orm/sqlite-core";
import { readClock } from "~/lib/settings.server";
import * as schema from "~db/schema";
import { editions, newestEdition } from "~editions/index";
import { databaseOf } from "../database/database-of";
import { demoTimeOf } from "../demo/flying-day";
import { admin } from "../demo/people";
import { rowsIfThere } from "../lib/opened-years";
import { Stop } from "../lib/stop.mjs";
import { stableId } from "../reference/stable-id";
import { type LocalPlace, openLocalState } from "./local-state";

/** Whether the database of the newest edition holds the demo. */
async function hasDemo(env: Env): Promise<boolean> {
	const { year } = newestEdition();
	const query = databaseOf(env, year).prepare("SELECT 1 FROM users WHERE id = ?");
	const found = query.bind(stableId(year, "user", admin.email)).all();
	return (await rowsIfThere(found.then(({ results }) => results))).length > 0;
}

/** Columns with times that lie ahead of the row: ends of limits, sessions and protest times, next attempts. */
const timesAhead = ["ends_at", "expires_at", "next_attempt_at", "protests_until"];

/** One statement for each table that says when its rows were written. */
const queries = Object.values(schema).flatMap((table) => {
	if (!is(table, SQLiteTable)) return [];
	const columns = Object.values(getTableColumns(table)).filter(
		(column) => is(column, SQLiteTimestamp) && !timesAhead.includes(column.name),
	);
	if (columns.length === 0) return [];
	return `SELECT ${columns.map(({ name }) => `max(${name}) AS ${name}`).join()} FROM ${getTableConfig(table).name}`;
});

/** When the newest row was written; the year 1970 in a database without rows. */
async function newestRow(database: D1Database): Promise<Date> {
	const answers = await database.batch<Record<string, number | null>>(
		queries.map((sql) => database.prepare(sql)),
	);
	const times = answers.flatMap(({ results: [row = {}] }) => Object.values(row).map(Number));
	return new Date(Math.max(0, ...times));
}

/**
 * When the clock of a local server begins: on the flying day of the demo, or at the newest row when that is later, so that a restart
 * never goes back. Null without the demo, where the real time is right.
 */
export async function demoBeginning(env: Env): Promise<Date | null> {
	if (!(await hasDemo(env))) return null;
	const newest = await Promise.all(editions.map(({ year }) => newestRow(databaseOf(env, year))));
	return new Date(Math.max(demoTimeOf(newestEdition()).getTime(), ...newest.map((time) => time.getTime())));
}

/** The clock that somebody has set, for commands and for the next start. */
interface KeptClock {
	/** The value as it was set. */
	readonly clock: string;
	/** The value as the Worker reads it. */
	readonly setting: string;
}

const keptAt = ({ state }: LocalPlace) => join(state, "clock.json");

function keptClock(place: LocalPlace): KeptClock | null {
	const path = keptAt(place);
	return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as KeptClock) : null;
}

/** An instant with a plus behind it. */
export const runsOn = /^(.+)\+$/;

/**
 * Keeps CLOCK beside the databases, so that commands write the time of the server. One that runs on from an instant goes on when it is
 * set again: rows that stand in the audit log are never later than new ones.
 * @param clock undefined for that of the demo, or the real one
 * @returns CLOCK as the Worker reads it
 */
export function keepClock(
	place: LocalPlace,
	clock: string | undefined,
	now = new Date(),
): string | undefined {
	if (clock === undefined) {
		rmSync(keptAt(place), { force: true });
		return undefined;
	}
	const kept = keptClock(place);
	if (kept?.clock === clock) return kept.setting;
	const [, instant] = runsOn.exec(clock) ?? [];
	const setting = instant === undefined ? clock : runningFrom(new Date(instant), now);
	writeFileSync(keptAt(place), JSON.stringify({ clock, setting } satisfies KeptClock));
	return setting;
}

/**
 * The time at which a command writes into local databases: that of the server, as somebody has set its clock; without that, a real one
 * would take the demo away from its day.
 */
export async function localTime(place: LocalPlace): Promise<Date> {
	const kept = keptClock(place);
	if (kept) return readClock({ MODE: "local", CLOCK: kept.setting });
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

/** @throws Stop when a value of CLOCK is neither a time, with or without a plus behind it, nor days ahead, nor the word `now` */
export function requireClock(clock: string): void {
	if (clock === "now" || /^\+\d{1,5}$/.test(clock) || !Number.isNaN(Date.parse(clock.replace(runsOn, "$1"))))
		return;
	throw new Stop(
		`CLOCK must be "now", a time such as 2025-07-16T12:00:00Z (with a plus behind it, it runs on), or days ahead such as +120; not "${clock}".`,
	);
}
