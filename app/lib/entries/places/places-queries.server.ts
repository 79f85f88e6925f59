import { eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { flownUntil } from "~/lib/db/conditions.server";
import { type Results, read } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { competitionClasses, gliderTypes, registrations, users } from "~db/schema";
import type { Edition } from "~editions/schema";
import { allClasses } from "../classes-queries.server";
import { isCompetitorOrWaiting } from "../entries-queries.server";
import { isOfAccount, isOfGlider, shownColumns } from "../starting-list/starting-list-queries.server";
import { hasPlace } from "./place-flags";
import { type PlaceRules, placeList } from "./place-list";

/** Selects every entry that is in the list of a policy or could be, with what the policy reads of it. */
function selectCandidates(db: Db) {
	return db
		.select({
			...shownColumns,
			classType: competitionClasses.type,
			...pick(registrations, "rankingPosition", "isWildcard", "wildcardReason"),
			...pick(registrations, "userId", "birthDate", "igcId"),
			erasedAt: users.erasedAt,
			flownUntil,
		})
		.from(registrations)
		.innerJoin(users, isOfAccount)
		.innerJoin(gliderTypes, isOfGlider)
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.where(isCompetitorOrWaiting);
}

/** What a list of places is made of. */
export function placesQueries(db: Db) {
	return { classes: allClasses(db), candidates: selectCandidates(db) };
}

type Rows = Results<ReturnType<typeof placesQueries>>;

/** An entry as the list of places shows it. */
export type PlaceEntry = ReturnType<typeof toCandidate>;

/** @param entry not an erased one, unless it is accepted */
function toCandidate(entry: Rows["candidates"][number]) {
	return {
		...entry,
		hasPlace: hasPlace(entry),
		hasFlown: entry.flownUntil !== null,
		isGone: entry.withdrawnFrom !== null,
	};
}

/** Whether the list is final by now. */
export function isFinal({
	edition,
	now,
}: {
	readonly edition: Pick<Edition, "admission">;
	readonly now: Date;
}): boolean {
	const { finalSince } = edition.admission;
	return finalSince !== undefined && pragueDate(now) >= finalSince;
}

/** The list of an edition with a policy. @param final whether it is shown as a final one; without it, as the day says */
export function toPlaces(ctx: Pick<Ctx, "edition" | "now">, { classes, candidates }: Rows, final?: boolean) {
	const rules: PlaceRules = {
		admission: ctx.edition.admission,
		isFinal: final ?? isFinal(ctx),
		takesPayment: ctx.edition.payment !== null,
	};
	const all = candidates.map(toCandidate);
	return { classes, rules, all, ...placeList(all, rules) };
}

export type Places = ReturnType<typeof toPlaces>;

/** Reads the list of an edition with a policy. @param final see {@link toPlaces} */
export async function readPlaces(ctx: Ctx, final?: boolean): Promise<Places> {
	return toPlaces(ctx, await read(ctx.db, placesQueries(ctx.db)), final);
}
