import { isDeepStrictEqual } from "node:util";
import { sameWeekdayOf } from "~/lib/editions/prague-time";
import { type Edition, type EditionFile, editionSchema } from "~editions/schema";

/** Null when the year is right. A practice may be of any year that is not there. */
export function yearComplaint(year: number, newest: number, isPractice = false): string | null {
	if (!isPractice && year <= newest) return `The newest edition is ${newest}; a new one comes after it.`;
	const { success } = editionSchema.shape.year.safeParse(year);
	return success ? null : `There can be no edition ${year}: years go from 2000 to 2100.`;
}

/** Dates of a new edition, from the one before. */
function firstGuess({ competition }: Edition, year: number): Edition["competition"] {
	return {
		from: sameWeekdayOf(year, competition.from),
		to: sameWeekdayOf(year, competition.to),
		signupSince: `${year}${competition.signupSince.slice(4)}`,
	};
}

/**
 * Text of the file of the new edition: that of the one before with another year and dates, without results.
 * @param text of editions/<year>.ts
 */
export function editionFile(
	text: string,
	before: Edition,
	year: number,
	mark: "practice" | "startsAsDraft",
): string {
	const { competition } = before;
	const guess = firstGuess(before, year);
	return text
		.replaceAll(competition.from, guess.from)
		.replaceAll(competition.to, guess.to)
		.replaceAll(String(before.year), String(year))
		.replace(/\tstartsAsDraft: .*\n/, "")
		.replace(/\tyear: .*,\n/, (line) => `${line}\t${mark}: true,\n`)
		.replace(/soaringSpotUrl: .*,/, "soaringSpotUrl: null,")
		.replace(/contestId: .*,/, "contestId: null,");
}

/** Text of editions/index.ts with the new edition in the place of the one before, or with a practice beside it. */
export function editionList(text: string, before: number, year: number, isPractice = false): string {
	if (!isPractice) return renamed(text, before, year);
	return withYear(text, /^import \{ edition(\d{4}) \} from .*\n/gm, year, (found, other) =>
		renamed(found, other, year),
	).replace(/(?<=parseEditions\(\[[^\]]*?),?\s*\]/, `, edition${year}]`);
}

/** What each row of editions/past-years.ts says, even when the row above says the same. */
const inEachRow = ["year", "title", "competition", "apiEndpoint", "soaringSpotUrl", "contestId"];

/** What editions/archive.ts says for every year. */
const inNoRow = ["archive", "photoGalleries"];

/**
 * Text of editions/past-years.ts with a row for the year that closes.
 * @param last the row before; in an empty table there is none, and the new row is whole
 */
export function pastYearsWith(text: string, closing: Edition, last: EditionFile | undefined): string {
	const names = Object.keys({ ...last, ...closing }) as (keyof Edition)[];
	const own = names.filter(
		(name) =>
			!inNoRow.includes(name) &&
			(inEachRow.includes(name) || !isDeepStrictEqual(closing[name], last?.[name])),
	);
	const values = own.map((name) => `${name}: ${JSON.stringify(closing[name])}`);
	const row = `{ ${values.join(", ")} }`.replaceAll("\u00a0", "\\u00a0");
	return text.replace(/(?<=^const rows: .* = \[[\s\S]*?)\];$/m, () => `${row}];`);
}

/**
 * Adds a line behind the last one of an earlier year, else before the first one.
 * @param pattern of the lines; its group is the year
 * @param write the new line, made of one that is there and its year
 */
function withYear(
	text: string,
	pattern: RegExp,
	year: number,
	write: (line: string, other: number) => string,
): string {
	const lines = [...text.matchAll(pattern)].map(({ 0: line, 1: other, index }) => ({
		line,
		other: Number(other),
		index,
	}));
	const [first] = lines;
	if (!first) return text;
	const before = lines.filter(({ other }) => other < year).at(-1);
	const { line, other } = before ?? first;
	const place = before ? before.index + before.line.length : first.index;
	return text.slice(0, place) + write(line, other) + text.slice(place);
}

/** Text of wrangler.toml with a database for the new edition. */
export function wranglerConfiguration(text: string, before: number, year: number): string {
	const block = new RegExp(`\\[\\[d1_databases\\]\\]\\nbinding = "DB_${before}"\\n(?:\\w+ = .*\\n)+`);
	return text.replace(block, (found) => {
		const added = renamed(found, before, year)
			.replace(/database_id = .*/, `database_id = "local-${year}"`)
			// The name of a restored database goes on after the year.
			.replace(new RegExp(`(database_name = "[^"]*${year})[^"]*`), "$1");
		return `${found}\n${added}`;
	});
}

function renamed(text: string, before: number, year: number): string {
	return text.replaceAll(String(before), String(year));
}
