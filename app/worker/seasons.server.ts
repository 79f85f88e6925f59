import { openDb } from "~/lib/db/client.server";
import { databaseTimeout } from "~/lib/db/errors.server";
import { wasOpenedFrom, whenOpened } from "~/lib/editions/opened.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { withTimeout } from "~/lib/timeout";
import { newestOf } from "~editions/parse";
import type { Edition } from "~editions/schema";
import { createTtlCache } from "./ttl-cache";

/** Which editions are drafts, and which has the main domain. Equal ones are one object. */
export interface Season {
	readonly newest: Edition;
	/** The drafts that have a database, oldest first. One without it does not exist yet for anybody. */
	readonly drafts: readonly Edition[];
}

/** Milliseconds. A database that takes longer to answer counts as failed. */
const longestRead = 3_000;

/**
 * What is known of drafts, read at most every 2 seconds. Where no edition's file says that it starts as a draft, no database is asked.
 * @param editions oldest first
 */
export function createSeasons(editions: readonly [Edition, ...Edition[]]) {
	const memory = createTtlCache<Season>();
	const mayBeDrafts = editions.filter(({ startsAsDraft, practice }) => startsAsDraft && !practice);
	const lasting: Season | null = mayBeDrafts.length === 0 ? { newest: newestOf(editions), drafts: [] } : null;
	/** What the databases said when they last answered. */
	const wereOpened = new Map<number, boolean>();
	let last: Season | null = null;

	async function isOpened(edition: Edition, env: Env): Promise<boolean> {
		try {
			const opened = await inTime(whenOpened(openDb(edition, env)));
			wereOpened.set(edition.year, opened !== null);
			return opened !== null;
		} catch (error) {
			logLine("error", "season", { edition: edition.year, ...describeError(error) });
			return wereOpened.get(edition.year) ?? (await isNotedBefore(edition, env));
		}
	}

	/** Whether an earlier year has noted that it made way: a database that fails must neither close the running year nor open it again. */
	async function isNotedBefore({ year }: Edition, env: Env): Promise<boolean> {
		const earlier = editions.filter((one) => one.year < year && !one.practice && env[`DB_${one.year}`]);
		const notes = await Promise.all(
			earlier.map((one) => inTime(wasOpenedFrom(openDb(one, env), year)).catch(() => false)),
		);
		return notes.includes(true);
	}

	async function ask(env: Env): Promise<Season> {
		const bound = mayBeDrafts.filter(({ year }) => env[`DB_${year}`]);
		const states = await Promise.all(bound.map((edition) => isOpened(edition, env)));
		const opened = new Set(bound.filter((_, index) => states[index]).map(({ year }) => year));
		const newest = newestOf(
			editions.filter(({ year, startsAsDraft }) => !startsAsDraft || env[`DB_${year}`]),
			opened,
		);
		const drafts = bound.filter(({ year }) => year > newest.year && !opened.has(year));
		if (last && keyOf(last) === keyOf({ newest, drafts })) return last;
		last = { newest, drafts };
		return last;
	}

	return {
		/** What is known without asking a database; null when it is not known, or too old. */
		known: (): Season | null => lasting ?? memory.fresh(""),

		recall: async (env: Env): Promise<Season> => lasting ?? memory.recall("", () => ask(env)),

		/** Makes the next `recall` ask: who opened a year sees it. */
		forget: (): void => memory.forget(),
	};
}

function inTime<T>(read: Promise<T>): Promise<T> {
	return withTimeout(read, longestRead, databaseTimeout);
}

function keyOf({ newest, drafts }: Season): string {
	return [newest, ...drafts].map(({ year }) => year).join(" ");
}
