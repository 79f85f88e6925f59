import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { exactlyOne } from "~/lib/db/commit.server";
import { isAmong } from "~/lib/db/conditions.server";
import type { LostPlace, MailKind } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { hasPolicy } from "~/lib/editions/admission";
import { done, type Result, refuse } from "~/lib/result";
import { editionState, registrations } from "~db/schema";
import { withTakenNumber } from "../check-entry.server";
import { selectEntries } from "../entries-queries.server";
import { type FlagsOfEntry, writeFlags } from "../entry-flags.server";
import type { PlaceFlags } from "./place-flags";
import { type PlaceEntry, type Places, placesQueries, toPlaces } from "./places-queries.server";

/** What happens to an entry: it gets a place, loses it, stands in the queue for the first time, or leaves the list. */
type MoveKind = "gets" | "loses" | "queues" | "leaves";

export interface Move {
	readonly entry: PlaceEntry;
	readonly kind: MoveKind;
	/** Why it loses its place; null for the others. */
	readonly lost: LostPlace | null;
	/** The mail that the competitor gets; null for none. */
	readonly mail: MailKind | null;
}

/** Attempts, as another organiser may change an entry at the same moment. */
const tries = 3;
/** Entries moved in one batch. */
const movedAtOnce = 100;

/**
 * What would change if the list were applied: first who loses a place, then who gets one. The list takes no acceptance from who has flown,
 * who withdraws instead.
 */
export function movesOf({ placed, waiting, all }: Places): readonly Move[] {
	const listed = new Set([...placed, ...waiting].map(({ entry }) => entry.id));
	const leaves = all.filter(
		(entry) => !listed.has(entry.id) && entry.accepted && !entry.isGone && !entry.hasFlown,
	);
	const loses = waiting.filter(({ entry }) => entry.hasPlace);
	return [
		...leaves.map((entry) => moveOf(entry, "leaves", null)),
		...loses.map(({ entry, reason }) => moveOf(entry, "loses", "entry-reserve", reason)),
		...placed
			.filter(({ entry }) => !entry.hasPlace)
			.map(({ entry }) => moveOf(entry, "gets", entry.accepted ? "entry-promoted" : "entry-accepted")),
		...waiting
			.filter(({ entry }) => !entry.accepted)
			.map(({ entry }) => moveOf(entry, "queues", "entry-accepted")),
	];
}

function moveOf(
	entry: PlaceEntry,
	kind: MoveKind,
	mail: MailKind | null,
	lost: LostPlace | null = null,
): Move {
	return { entry, kind, lost, mail: entry.erasedAt ? null : mail };
}

const flagsOfMove: Readonly<Record<MoveKind, PlaceFlags>> = {
	gets: { accepted: true, isReserve: false },
	loses: { isReserve: true },
	queues: { accepted: true, isReserve: true },
	leaves: { accepted: false, isReserve: false },
};

/** What organisers see before they apply the list: its moves, and the key by which a press names them. */
export async function readMoves(ctx: StaffCtx<"entries">) {
	const { candidates, version, ...rows } = await read(ctx.db, {
		...placesQueries(ctx.db),
		version: first(ctx.db.select({ of: editionState.dataVersion }).from(editionState)),
	});
	const places = toPlaces(ctx, { ...rows, candidates });
	const moves = movesOf(places);
	const taken = await cannotMove(ctx, moves);
	const named = moves.map(({ entry, kind, lost }) => `${entry.id} ${kind} ${lost}`).sort();
	return { places, moves, taken, key: await sha256Hex(named.join("\n")), version: version?.of ?? 0 };
}

/** The ids of entries that cannot be accepted, as another entry of the class has their start number. */
async function cannotMove({ db }: StaffCtx<"entries">, moves: readonly Move[]): Promise<ReadonlySet<string>> {
	const isNew = ({ kind, entry }: Move) => kind !== "leaves" && !entry.accepted;
	const accepted = moves.filter(isNew).map(({ entry }) => ({ ...entry, competitionClassId: entry.classId }));
	const taken = accepted.length > 0 ? await withTakenNumber(db, accepted) : [];
	return new Set(taken.map(({ id }) => id));
}

/**
 * Moves entries as the list says, and sends their mails. Nothing is written when the list says something else by now than the organiser
 * has seen.
 * @param seen key of the moves that were seen
 * @returns how many entries moved
 */
export async function applyPlaces(
	ctx: StaffCtx<"entries">,
	seen: string,
): Promise<Result<number, "stale" | "not-found">> {
	if (!hasPolicy(ctx.edition)) return refuse("not-found");
	for (let n = 0; n < tries; n++) {
		const { moves, taken, key, version } = await readMoves(ctx);
		if (key !== seen) return refuse("stale");
		const changes = await changesOf(
			ctx,
			moves.filter(({ entry }) => !taken.has(entry.id)),
		);
		if (changes.length === 0 || (await write(ctx, changes, version))) return done(changes.length);
	}
	return refuse("stale");
}

async function changesOf({ db }: StaffCtx<"entries">, moves: readonly Move[]) {
	const ids = moves.map(({ entry }) => entry.id);
	const entries = await selectEntries(db).where(isAmong(registrations.id, ids));
	return moves.flatMap(({ entry, kind, lost }): FlagsOfEntry[] => {
		const found = entries.find(({ id }) => id === entry.id);
		return found ? [{ entry: found, flags: flagsOfMove[kind], ...(lost && { lost }) }] : [];
	});
}

/** Writes the moves, if nothing was written since the list was read. A second batch looks at each of its entries only. */
async function write(ctx: StaffCtx<"entries">, changes: readonly FlagsOfEntry[], version: number) {
	const { dataVersion } = editionState;
	const isUnchanged = exactlyOne(
		ctx.db
			.update(editionState)
			.set({ dataVersion: sql`${dataVersion}` })
			.where(eq(dataVersion, version)),
	);
	for (let from = 0; from < changes.length; from += movedAtOnce) {
		const audit = { action: "places.apply", after: { moved: changes.length } } as const;
		const also = from === 0 ? { statements: [isUnchanged], audit } : undefined;
		const step = changes.slice(from, from + movedAtOnce);
		if (!(await writeFlags(ctx, step, { formKey: null, withdrawal: null, ...(also && { also }) })))
			return false;
	}
	return true;
}
