import { afterEach, beforeEach } from "vitest";
import { editionState } from "~db/schema";
import { editions } from "~editions/index";
import { parseEditions } from "~editions/parse";
import type { Edition } from "~editions/schema";
import { databaseOf, seedReference } from "./factories";
import { testEdition } from "./test-edition";

/** Year of the draft. */
export const draftYear = testEdition.year + 1;

/** The host of the draft. */
export const draftHost = `${draftYear}.localhost`;

/** An edition as `npm run edition:new` writes it: with the values of the tests' own. */
export function draftOf(year: number, changes: Partial<Edition> = {}): Edition {
	const { from, to } = testEdition.competition;
	const [draft] = parseEditions([
		{
			...testEdition,
			year,
			title: `Glider Cup ${year}`,
			apiEndpoint: `https://api.${year}.glidercup.example`,
			competition: {
				from: `${year}${from.slice(4)}`,
				to: `${year}${to.slice(4)}`,
				signupSince: `${year}-03-01T12:00:00+01:00`,
			},
			...changes,
		},
	]);
	return { ...draft, startsAsDraft: true };
}

function add(edition: Edition): void {
	(editions as unknown as Edition[]).push(edition);
}

/** Lets the tests of a file have the drafts among the editions; that of the year after the tests' own has a database. */
export function keepDrafts(...drafts: readonly Edition[]): void {
	beforeEach(async () => {
		for (const draft of drafts) add(draft);
		await seedReference(draftYear);
	});
	afterEach(async () => {
		await openDraft(null);
		(editions as unknown as Edition[]).splice(-drafts.length, drafts.length);
	});
}

/** Notes in the database of the draft when it was opened. */
export async function openDraft(openedAt: Date | null): Promise<void> {
	await databaseOf(draftYear).update(editionState).set({ openedAt });
}
