import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readClock } from "~/lib/settings.server";
import { editions, newestEdition } from "~editions/index";
import { databaseOf } from "../database/database-of";
import { demoTimeOf } from "../demo/flying-day";
import { runsOn } from "./demo-clock";
import { type LocalPlace, openLocalState } from "./local-state";

/* The demo is written as of the clock that is set. With an earlier one, or without one again, it is written anew. */

const keptAt = ({ state }: LocalPlace) => join(state, "demo-cut.txt");
const whole = "whole";

/** The time after which nothing may lie in the demo; undefined for a clock that shows all of it. */
export function cutOf(clock: string | undefined): Date | undefined {
	if (!clock) return undefined;
	const time = readClock({ MODE: "local", CLOCK: clock.replace(runsOn, "$1") });
	return time < demoTimeOf(newestEdition()) ? time : undefined;
}

/** Keeps as of when the demo is written. */
export function keepCut(place: LocalPlace, cut: Date | undefined): void {
	writeFileSync(keptAt(place), cut?.toISOString() ?? whole);
}

/**
 * Removes databases that hold the demo as of another time, unless somebody has worked in them.
 * @returns a line about databases that stay
 */
export async function removeOtherCut(place: LocalPlace, cut: Date | undefined): Promise<string | null> {
	const stored = join(place.state, "v3");
	if (!existsSync(stored)) return null;
	const kept = existsSync(keptAt(place)) ? readFileSync(keptAt(place), "utf8") : whole;
	if (kept === (cut?.toISOString() ?? whole)) return null;
	if (await hasWork(place))
		return `somebody has worked in the databases, so the demo stays as it is; to see it as of the clock, delete ${place.state}`;
	rmSync(stored, { recursive: true });
	return null;
}

/** Whether the audit log holds anything: what the server does by itself is not in it. */
async function hasWork(place: LocalPlace): Promise<boolean> {
	const { env, close } = await openLocalState(place);
	try {
		const counts = await Promise.all(
			editions.map(({ year }) =>
				databaseOf(env, year)
					.prepare("SELECT count(*) AS n FROM audit_log")
					.first<number>("n")
					// A database without a schema.
					.catch(() => 0),
			),
		);
		return counts.some((count) => (count ?? 0) > 0);
	} finally {
		await close();
	}
}
