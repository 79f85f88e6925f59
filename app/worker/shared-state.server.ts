import type { SQL } from "drizzle-orm";
import { currentTracking, type TrackingEntry } from "~/lib/days/tracking-queries.server";
import { type Db, openDb } from "~/lib/db/client.server";
import { databaseTimeout } from "~/lib/db/errors.server";
import { first, preparedRead, type Results } from "~/lib/db/read.server";
import { editionWith, heldSettings } from "~/lib/editions/edition-settings.server";
import type { HeldEdition } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { sharedNumbers } from "~/lib/entries/check-entry.server";
import { readClock } from "~/lib/settings.server";
import { withTimeout } from "~/lib/timeout";
import { editionState } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { Season } from "./seasons.server";
import { createTtlCache } from "./ttl-cache";

/** The data that every page needs and that do not depend on the reader. */
export interface SharedState {
	/** The edition as organisers have set it. */
	readonly edition: HeldEdition;
	/** The number that every visible change raises; cached responses carry it in their key. */
	readonly contentVersion: number;
	/** The number that every write raises. */
	readonly dataVersion: number;
	/** Tracking links of the current day. */
	readonly tracking: readonly TrackingEntry[];
	/** Folded start numbers that both classes have: the addresses of their pilots name the class. */
	readonly sharedNumbers: readonly string[];
}

/** Queries for {@link sharedStateOf}. @param today local date in Prague */
export function sharedStateQueries(db: Db, today: SQL<string>) {
	const { contentVersion, dataVersion } = editionState;
	return {
		versions: first(db.select({ contentVersion, dataVersion }).from(editionState)),
		tracking: currentTracking(db, today),
		shared: sharedNumbers(db),
		settings: heldSettings(db),
	};
}

/** Whose state it is: an edition as its file has it, at a time when one has the main domain. */
export interface Asked {
	readonly edition: Edition;
	readonly season: Pick<Season, "newest">;
}

export function sharedStateOf(
	{ edition: file, season }: Asked,
	{ versions, tracking, shared, settings }: Results<ReturnType<typeof sharedStateQueries>>,
): SharedState {
	const { contentVersion = 0, dataVersion = 0 } = versions ?? {};
	return {
		edition: { ...editionWith(file, settings), newestYear: season.newest.year },
		contentVersion,
		dataVersion,
		tracking,
		sharedNumbers: shared.map(({ number }) => number),
	};
}

const readQueries = preparedRead(["today"], (db, { today }) => sharedStateQueries(db, today));

/** @throws what the database throws */
export async function readSharedState(asked: Asked, env: Env): Promise<SharedState> {
	const today = pragueDate(readClock(env));
	return sharedStateOf(asked, await readQueries(openDb(asked.edition, env), { today }));
}

/** Milliseconds. A database that takes longer to answer counts as failed. */
const longestRead = 3_000;

/** The state that visitors share, read at most every 2 seconds an edition and a day. */
export function createSharedStates() {
	const memory = createTtlCache<SharedState>();
	const keyOf = ({ edition, season }: Asked, env: Env) =>
		`${edition.year}/${season.newest.year}/${pragueDate(readClock(env))}`;

	return {
		/** @throws what the database throws */
		recall: (asked: Asked, env: Env): Promise<SharedState> =>
			memory.recall(keyOf(asked, env), () =>
				withTimeout(readSharedState(asked, env), longestRead, databaseTimeout),
			),

		/** Makes the next `recall` ask the database: who wrote sees it. */
		forget: (): void => memory.forget(),

		/** Rises with every `forget`; what was cached before is then to be checked. */
		generation: (): number => memory.generation(),

		/** Milliseconds since 1970. Until then `recall` answers without asking the database. */
		freshUntil: (asked: Asked, env: Env): number => memory.freshUntil(keyOf(asked, env)),
	};
}

export type SharedStates = ReturnType<typeof createSharedStates>;
