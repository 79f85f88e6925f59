import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { compareNames } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { registrations, users } from "~db/schema";
import { isCompetitor } from "./entries-queries.server";
import { greatestIgcId } from "./entry-schema";
import { pilotsInRanking, type RankedPilot } from "./igc-ranking.server";
import { setOfEntry } from "./places/set-place.server";

/** The pilot of an entry, or the second one. */
export type Which = "first" | "second";

/** Somebody who has a number in the IGC ranking list, or could have one. */
export interface Numbered {
	readonly entryId: string;
	readonly which: Which;
	readonly name: string;
	readonly surname: string;
	/** ISO 3166; null where nobody has said it. */
	readonly nation: string | null;
	readonly number: number | null;
	/** The local date from which the entry has withdrawn; null for one that flies or waits. */
	readonly withdrawnFrom: string | null;
}

/**
 * Everybody who flies, waits or has withdrawn after a flight, which can have a place in the results: the pilots of the entries, and the
 * second ones whom they name. Whom the organisers have taken out of the list of places flies no more.
 */
export async function readNumbered({ db }: Pick<StaffCtx<"entries">, "db">): Promise<readonly Numbered[]> {
	const entries = await db
		.select({
			...pick(registrations, "id", "nation", "igcId", "withdrawnFrom"),
			...pick(registrations, "secondPilot", "secondPilotNation", "secondPilotIgcId"),
			...pick(users, "name", "surname"),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(isNull(users.erasedAt), or(isCompetitor, isNotOut)));
	const inOrder = entries.toSorted((one, other) =>
		compareNames(`${one.surname} ${one.name}`, `${other.surname} ${other.name}`),
	);
	return inOrder.flatMap(({ id, secondPilot, ...entry }) => {
		const { name, surname, nation, igcId, withdrawnFrom } = entry;
		const first: Numbered = {
			...{ entryId: id, which: "first", withdrawnFrom },
			...{ name, surname, nation, number: igcId },
		};
		return secondPilot ? [first, secondOf(id, secondPilot, entry)] : [first];
	});
}

const isNotOut = sql`${registrations.placeByHand} IS NOT 'out'`;

/** One field has the whole name of the second pilot. */
function secondOf(
	entryId: string,
	fullName: string,
	{
		secondPilotNation,
		secondPilotIgcId,
		withdrawnFrom,
	}: { secondPilotNation: string | null; secondPilotIgcId: number | null; withdrawnFrom: string | null },
): Numbered {
	const words = fullName.trim().split(/\s+/);
	return {
		...{ entryId, which: "second", withdrawnFrom },
		nation: secondPilotNation,
		number: secondPilotIgcId,
		name: words.slice(0, -1).join(" "),
		surname: words.at(-1) ?? "",
	};
}

export const fullNameOf = ({ name, surname }: Pick<Numbered, "name" | "surname">) =>
	`${name} ${surname}`.trim();

async function personOf(ctx: StaffCtx<"entries">, entryId: string, which: string) {
	return (await readNumbered(ctx)).find((one) => one.entryId === entryId && one.which === which);
}

interface LookUp {
	readonly person: Numbered;
	readonly pilots: readonly RankedPilot[];
}

/** Looks somebody up in the IGC ranking list. Nothing is stored. */
export async function lookUpNumber(
	ctx: StaffCtx<"entries">,
	entryId: string,
	which: string,
): Promise<Result<LookUp, "not-found" | "unavailable">> {
	const person = await personOf(ctx, entryId, which);
	if (!person) return refuse("not-found");
	const found = await pilotsInRanking(ctx, { name: fullNameOf(person), surname: person.surname });
	return found.ok ? done({ person, pilots: found.value }) : found;
}

interface Chosen {
	readonly entryId: string;
	readonly which: string;
	/** Of the form. */
	readonly typed: string;
	/** The full name for which it was chosen: a second pilot may be another one meanwhile. */
	readonly name: string;
}

/** Stores the number that an organiser has chosen. */
export async function setNumber(
	ctx: StaffCtx<"entries">,
	{ entryId, which, typed, name }: Chosen,
): Promise<Result<null, "not-found" | "stale" | "invalid-fields">> {
	const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : 0;
	if (number < 1 || number > greatestIgcId) return refuse("invalid-fields");
	const person = await personOf(ctx, entryId, which);
	if (!person) return refuse("not-found");
	if (fullNameOf(person) !== name) return refuse("stale");
	return setOfEntry(ctx, entryId, {
		values: which === "second" ? { secondPilotIgcId: number } : { igcId: number },
		isInForm: true,
		audit: { action: "registration.amend", reason: null },
	});
}
