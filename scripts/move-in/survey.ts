import { hasPolicy } from "~/lib/editions/admission";
import { pragueDate } from "~/lib/editions/prague-time";
import { type Candidate, placeList } from "~/lib/entries/places/place-list";
import { isFinal } from "~/lib/entries/places/places-queries.server";
import { emailField } from "~/lib/forms/fields";
import type { Edition } from "~editions/schema";
import { Stop } from "../lib/stop.mjs";
import type { Dump } from "./open-dump";
import { idOf } from "./read-document";

/** What must be known of a dump before its documents are taken over one by one. */
export interface Survey {
	/** The account that gets an address, by the address in lower case. */
	readonly accountOf: ReadonlyMap<string, string>;
	/** Number of each entry, from 1 in the order in which they came. */
	readonly numbers: ReadonlyMap<string, number>;
	/** The class in which most entries fly a type of glider. */
	readonly classOfGlider: ReadonlyMap<string, string>;
	/** Ids of days with results. */
	readonly scoredDays: ReadonlySet<string>;
	/** Ids of results. */
	readonly results: ReadonlySet<string>;
	/** Who has a place by the edition's policy; the others wait. Empty without a policy. */
	readonly placed: ReadonlySet<string>;
}

type Document = Readonly<Record<string, unknown>>;

interface Entered {
	readonly id: string;
	readonly user: string | null;
	readonly at: number;
	/** In the order of the dump. */
	readonly place: number;
	readonly document: Document;
}

/** Reads the days, accounts, entries and results of a dump. @throws Stop for a damaged file, and for a dump of another year */
export async function surveyDump(dump: Dump, edition: Edition, now: Date): Promise<Survey> {
	await requireYear(dump, edition);
	const entries = await entriesIn(dump);
	const accountOf = await accountsByAddress(dump, new Set(entries.map(({ user }) => user)));
	const accounts = new Set(accountOf.values());
	const entered = entries.filter(({ user }) => accounts.has(user ?? ""));
	return {
		accountOf,
		numbers: new Map(entries.map(({ id }, index) => [id, index + 1])),
		classOfGlider: classesOfGliders(entries),
		...(await resultsIn(dump)),
		placed: hasPolicy(edition) ? await placedEntries(dump, edition, now, entered) : new Set(),
	};
}

/** An operator has a dump of each year, and one of another year would fill an edition with what it never had. */
async function requireYear(dump: Dump, { year, title }: Edition): Promise<void> {
	const years = new Set<string>();
	for await (const { document } of dump.read("competitiondays")) {
		const { date } = document;
		const isTime = date instanceof Date && !Number.isNaN(date.getTime());
		const text = isTime ? pragueDate(date) : String(date);
		if (/^\d{4}-/.test(text)) years.add(text.slice(0, 4));
	}
	if (years.size > 0 && !years.has(String(year)))
		throw new Stop(`The days of this dump are of ${[...years].join(", ")}: it is none of ${title}.`);
}

/** What the survey needs of the entries, in the order in which they came. */
async function entriesIn(dump: Dump): Promise<Entered[]> {
	const entries: Entered[] = [];
	const seen = new Set<string>();
	for await (const { document } of dump.read("registrations")) {
		const id = idOf(document._id);
		if (id === null || seen.has(id)) continue;
		seen.add(id);
		const { competitionClass, glider, region, paid, isWildcard, rankingPosition } = document;
		const kept = { competitionClass, glider, region, paid, isWildcard, rankingPosition };
		const [at, place] = [timeOf(document, id), entries.length];
		entries.push({ id, user: idOf(document.user), at, place, document: kept });
	}
	return entries.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function timeOf({ createdAt }: Document, id: string): number {
	return createdAt instanceof Date ? createdAt.getTime() : Number.parseInt(id.slice(0, 8), 16) * 1000;
}

/** Of two accounts with one address the one with an entry gets it, else the older one. */
async function accountsByAddress(
	dump: Dump,
	entrants: ReadonlySet<string | null>,
): Promise<Map<string, string>> {
	const accounts = new Map<string, { readonly id: string; readonly order: readonly [number, number] }>();
	for await (const { document } of dump.read("users")) {
		const id = idOf(document._id);
		const address = emailField.safeParse(document.email).data;
		if (id === null || address === undefined) continue;
		const order = [entrants.has(id) ? 0 : 1, timeOf(document, id)] as const;
		const held = accounts.get(address);
		const isFirst =
			!held || order[0] < held.order[0] || (order[0] === held.order[0] && order[1] < held.order[1]);
		if (isFirst) accounts.set(address, { id, order });
	}
	return new Map([...accounts].map(([address, { id }]) => [address, id]));
}

function classesOfGliders(entries: readonly Entered[]): Map<string, string> {
	const counts = new Map<string, Map<string, number>>();
	for (const { document } of entries) {
		const glider = idOf((document.glider as Document | undefined)?.gliderType);
		const flownIn = idOf(document.competitionClass);
		if (glider === null || flownIn === null) continue;
		const ofGlider = counts.get(glider) ?? new Map<string, number>();
		ofGlider.set(flownIn, (ofGlider.get(flownIn) ?? 0) + 1);
		counts.set(glider, ofGlider);
	}
	const most = (ofGlider: ReadonlyMap<string, number>) =>
		[...ofGlider].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
	return new Map([...counts].map(([glider, ofGlider]) => [glider, most(ofGlider)]));
}

async function resultsIn(dump: Dump): Promise<Pick<Survey, "scoredDays" | "results">> {
	const [scoredDays, results] = [new Set<string>(), new Set<string>()];
	for await (const { document } of dump.read("dailyresults")) {
		scoredDays.add(idOf(document.day) ?? "");
		results.add(idOf(document._id) ?? "");
	}
	return { scoredDays, results };
}

async function idsIn(dump: Dump, name: string): Promise<Set<string>> {
	const ids = new Set<string>();
	for await (const { document } of dump.read(name)) ids.add(idOf(document._id) ?? "");
	return ids;
}

/** The entries that have a place by the policy of the edition, as nobody has been accepted one by one. */
async function placedEntries(dump: Dump, edition: Edition, now: Date, entries: readonly Entered[]) {
	const types = new Map<string, string>();
	const isOfEdition = (type: string) => edition.classes.some((one) => one.type === type);
	for await (const { document } of dump.read("competitionclasses"))
		if (isOfEdition(String(document.type))) types.set(idOf(document._id) ?? "", String(document.type));
	const regions = await idsIn(dump, "regions");
	const gliders = await idsIn(dump, "glidertypes");
	// One that is left out takes nobody's place: an account has one entry, the first of the dump.
	const ofAccount = new Map<string | null, string>();
	for (const { id, user, document } of entries.toSorted((a, b) => a.place - b.place)) {
		const isWhole =
			types.has(idOf(document.competitionClass) ?? "") &&
			regions.has(idOf(document.region) ?? "") &&
			gliders.has(idOf((document.glider as Document | undefined)?.gliderType) ?? "");
		if (isWhole && !ofAccount.has(user)) ofAccount.set(user, id);
	}
	const taken = entries.filter(({ id, user }) => ofAccount.get(user) === id);
	const candidates = taken.map(({ id, at, document }, index): Candidate => {
		const position = Number(document.rankingPosition);
		return {
			id,
			number: index + 1,
			createdAt: new Date(at),
			classType: types.get(idOf(document.competitionClass) ?? "") ?? "",
			paid: document.paid === true,
			rankingPosition: Number.isInteger(position) && position > 0 ? position : null,
			isWildcard: document.isWildcard === true,
			...{ hasPlace: false, hasFlown: false, isGone: false, placeByHand: null },
		};
	});
	const rules = {
		admission: edition.admission,
		isFinal: isFinal({ edition, now }),
		takesPayment: edition.payment !== null,
	};
	return new Set(placeList(candidates, rules).placed.map(({ entry }) => entry.id));
}
