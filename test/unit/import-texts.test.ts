import { expect, test } from "vitest";
import type { GliderTypesImportReason } from "~/lib/entries/import-glider-types.server";
import { texts } from "~/lib/i18n/i18n.server";
import type { ResolveReason } from "~/lib/results/resolve-competitors";
import type { SoaringSpotErrorKind } from "~/lib/results/soaring-spot/hal";

const { cs, en } = texts;

const file = {
	empty: true,
	tooManyRows: true,
	unclosedQuote: true,
	duplicateColumn: true,
	missingColumn: true,
	tooManyCells: true,
} as const;

/* Records over the unions: a new reason does not compile until it stands here, and fails until it has its texts. */
const results: Record<ResolveReason, true> = {
	...file,
	ambiguousCompetitor: true,
	competitorMissing: true,
	competitorUnknown: true,
	duplicateCompetitor: true,
	duplicateFlight: true,
	flightId: true,
	handicap: true,
	points: true,
	position: true,
	rankAndPoints: true,
	separators: true,
	textTooLong: true,
	winnerPoints: true,
};
const gliderTypes: Record<GliderTypesImportReason, true> = {
	...file,
	duplicate: true,
	index: true,
	nameMissing: true,
	nameTooLong: true,
	separators: true,
	unknownClassType: true,
};
const sync: Record<SoaringSpotErrorKind, true> = {
	unauthorized: true,
	notFound: true,
	http: true,
	timeout: true,
	network: true,
	notJson: true,
	shape: true,
	tooLarge: true,
	foreignLink: true,
};

test.each([
	...Object.keys(results).map((reason) => `results.import.error.${reason}`),
	...Object.keys(gliderTypes).map((reason) => `gliderTypes.import.error.${reason}`),
	...Object.keys(sync).map((kind) => `results.sync.error.${kind}`),
])("%s has a text in both languages", (key) => {
	expect(cs).toHaveProperty([key]);
	expect(en).toHaveProperty([key]);
});
