import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { recordAct } from "~/lib/db/commit.server";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { done, type Result, refuse } from "~/lib/result";
import { registrations, users } from "~db/schema";
import { editions } from "~editions/index";
import { type Entry, selectEntries } from "./entries-queries.server";
import { type EntryFieldName, entryValues, isForOrganisers } from "./entry-values";
import { type FormLists, readFormLists } from "./form-lists.server";

/** How many editions are looked through, the latest first. */
const mostYears = 3;

/** Seconds for which the offer can be taken. */
const offerTime = 3_600;

/** An entry of an earlier edition that can be taken over. */
export interface EarlierEntry {
	readonly year: number;
	/** What the form sends back: a query with the end of the offer and its signature. */
	readonly offer: string;
}

/** Condition: the entry is of an account whose owner has verified the address there too, and has not erased it. */
const isOf = (email: string) =>
	and(eq(users.email, email), isNotNull(users.verifiedAt), isNull(users.erasedAt));

function earlierDbs({ edition, earlierDb }: UserCtx): readonly { readonly year: number; readonly db: Db }[] {
	return editions
		.filter(({ year, practice }) => year < edition.year && !practice)
		.toReversed()
		.slice(0, mostYears)
		.flatMap((earlier) => {
			const db = earlierDb(earlier);
			return db ? [{ year: earlier.year, db }] : [];
		});
}

/** Whether somebody may have entered before, so that a verified address can be offered that entry. */
export function hasEarlierEditions(ctx: UserCtx): boolean {
	return earlierDbs(ctx).length > 0;
}

const pathOf = (year: number, userId: string) => `/registration/earlier/${year}/${userId}`;

/**
 * The latest entry of an earlier edition by somebody with the same address, which both accounts have verified. It says only that there is
 * one: nothing of it leaves its edition before the offer is taken.
 */
export async function earlierEntry(ctx: UserCtx): Promise<EarlierEntry | null> {
	const { actor } = ctx;
	if (!actor.verified) return null;
	const years = await Promise.all(
		earlierDbs(ctx).map(async ({ year, db }) => {
			const found = db
				.select({ id: registrations.id })
				.from(registrations)
				.innerJoin(users, eq(users.id, registrations.userId))
				.where(isOf(actor.email));
			// The entry of this year does not wait for the database of another one.
			return (await found.catch(() => [])).length > 0 ? [year] : [];
		}),
	);
	const [year] = years.flat();
	if (year === undefined) return null;
	const signed = await signPath(ctx, "earlier-entry", pathOf(year, actor.id), offerTime);
	return { year, offer: signed.slice(signed.indexOf("?")) };
}

type Values = Readonly<Partial<Record<EntryFieldName, string>>>;

/** Reads the entry that was offered, once, as values of the form of this edition. Nothing is stored before the form is sent. */
export async function takeOver(
	ctx: UserCtx,
	{ year, offer }: EarlierEntry,
): Promise<Result<Values, "stale" | "not-found">> {
	const { actor } = ctx;
	const url = new URL(`${pathOf(year, actor.id)}${offer}`, "https://edition.invalid");
	const earlier = earlierDbs(ctx).find((one) => one.year === year);
	if (!actor.verified || !earlier || !(await isSignedLink(ctx, "earlier-entry", url))) return refuse("stale");
	const [entry] = await selectEntries(earlier.db).where(isOf(actor.email));
	if (!entry) return refuse("not-found");
	await recordAct(ctx, { action: "registration.take-over", subjectId: actor.id, after: { year } });
	return done(valuesHere(entry, await readFormLists(ctx)));
}

/** What the entry says, by the lists of this edition: what is not in them stays open. A note is of its year. */
function valuesHere(entry: Entry, lists: FormLists): Values {
	const { region, competitionClass, gliderType, accommodationType } = entry;
	const classType = competitionClass.type;
	const idOf = (rows: readonly { readonly id: string; readonly name: string }[], name: string) =>
		rows.find((row) => row.name === name)?.id ?? "";
	const ofClass = lists.gliderTypes.filter((row) => row.competitionClassType === classType);
	const values = {
		...entryValues(entry),
		region: idOf(lists.regions, region.name),
		competitionClass: lists.competitionClasses.find(({ type }) => type === classType)?.id ?? "",
		gliderType: idOf(ofClass, gliderType.name),
		accommodationType: idOf(lists.accommodationTypes, accommodationType.name),
		note: "",
	};
	return Object.fromEntries(
		Object.entries(values).filter(([name]) => !isForOrganisers(name as EntryFieldName)),
	);
}
