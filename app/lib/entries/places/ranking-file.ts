import { type CsvRecord, readCsv } from "~/lib/csv/csv-reader";
import { groupedBy } from "~/lib/grouped-by";
import { folded } from "~/lib/i18n/word-search";

/** A row of a ranking list. */
export interface RankingRow {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly position: number;
	readonly name: string;
	/** Null where the file does not say it. */
	readonly birthYear: number | null;
}

/** Why a file, or a line of it, cannot be read. The page shows the text `ranking.error.<reason>`. */
export type RankingProblem =
	| "empty"
	| "tooManyRows"
	| "unclosedQuote"
	| "missingColumn"
	| "position"
	| "name"
	| "year"
	| "tooManyCells";

export interface RankingError {
	/** Counted from 1. */
	readonly line: number;
	readonly reason: RankingProblem;
}

type RankingFile =
	| { readonly ok: true; readonly rows: readonly RankingRow[] }
	| { readonly ok: false; readonly errors: readonly RankingError[] };

/** The ranking list of the world has some 10,000 pilots. */
const mostRows = 20_000;
const longestName = 200;

/** Names of the columns in a heading, folded; a file without a heading has them in this order. */
const headings = {
	position: ["rank", "ranking", "position", "place", "poradi", "pozice", "misto", "#", "no", "c."],
	name: [
		"name",
		"full name",
		"fullname",
		"pilot",
		"jmeno",
		"jmeno a prijmeni",
		"cele jmeno",
		"prijmeni a jmeno",
	],
	birthYear: [
		"year of birth",
		"birth year",
		"born",
		"year",
		"yob",
		"rok narozeni",
		"narozen",
		"rok",
		"rocnik",
	],
} as const;

type Columns = Readonly<Record<keyof typeof headings, number>>;

/**
 * Reads a ranking list: rank, full name and year of birth, between tabs, commas or semicolons, with a heading or without. A year may be
 * a date, or missing. It lists every line that cannot be read.
 */
export function readRanking(text: string): RankingFile {
	const { records, unclosedQuoteLine } = readCsv(text);
	const [first] = records;
	const failed = (line: number, reason: RankingProblem) =>
		({ ok: false, errors: [{ line, reason }] }) as const;
	if (!first) return failed(1, "empty");
	if (unclosedQuoteLine !== null) return failed(unclosedQuoteLine, "unclosedQuote");
	const hasHeading = !isPosition(first.cells[0] ?? "");
	const columns = hasHeading ? columnsOf(first) : { position: 0, name: 1, birthYear: 2 };
	if (!columns) return failed(first.line, "missingColumn");
	const body = hasHeading ? records.slice(1) : records;
	const beyond = body[mostRows];
	if (beyond) return failed(beyond.line, "tooManyRows");
	if (body.length === 0) return failed(first.line, "empty");
	const read = body.map((record) => rowOf(record, columns, first.cells.length));
	const errors = read.filter((row): row is RankingError => "reason" in row);
	return errors.length > 0
		? { ok: false, errors }
		: { ok: true, rows: read.filter((row): row is RankingRow => "position" in row) };
}

function columnsOf(heading: CsvRecord): Columns | null {
	const names = heading.cells.map((cell) => folded(cell.trim()).replace(/\s+/g, " "));
	const indexOf = (column: keyof typeof headings) => {
		const known: ReadonlySet<string> = new Set(headings[column]);
		return names.findIndex((name) => known.has(name));
	};
	const found = { position: indexOf("position"), name: indexOf("name"), birthYear: indexOf("birthYear") };
	return found.position === -1 || found.name === -1 ? null : found;
}

/** @param width number of cells of the first line */
function rowOf({ line, cells }: CsvRecord, columns: Columns, width: number): RankingRow | RankingError {
	const cellOf = (column: keyof Columns) => cells[columns[column]]?.trim() ?? "";
	const [position, name, born] = [cellOf("position"), cellOf("name"), cellOf("birthYear")];
	if (cells.slice(width).some((cell) => cell.trim() !== "")) return { line, reason: "tooManyCells" };
	if (!isPosition(position)) return { line, reason: "position" };
	if (nameKey(name) === "" || name.length > longestName) return { line, reason: "name" };
	const birthYear = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(born)?.[0];
	if (/[\p{L}\p{N}]/u.test(born) && !birthYear) return { line, reason: "year" };
	return {
		line,
		position: Number.parseInt(position, 10),
		name,
		birthYear: birthYear ? Number(birthYear) : null,
	};
}

/** Whether a text is a position, as it may be typed: "17" or "17.". */
function isPosition(text: string): boolean {
	return /^[1-9]\d{0,4}\.?$/.test(text.trim());
}

/** Letters that are no letter with a mark, and how they are written without them. */
const withoutMark: Readonly<Record<string, string>> = {
	ł: "l",
	ø: "o",
	đ: "d",
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ı: "i",
};

/** A text without diacritics and with their nearest letters for others, in its own case. */
export function withoutMarks(text: string): string {
	const bare = text.normalize("NFD").replace(/\p{M}/gu, "");
	return bare.replace(/[łøđßæœı]/gi, (letter) => {
		const plain = withoutMark[letter.toLowerCase()] ?? letter;
		return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
	});
}

/** A name for comparing: its words in any order, without case, marks, commas and hyphens. */
export function nameKey(name: string): string {
	const plain = withoutMarks(name).toLowerCase();
	return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(" ");
}

/** Whom a list is compared with. */
export interface Ranked {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
	/** `YYYY-MM-DD`. */
	readonly birthDate: string | null;
}

/**
 * What a list says of an entry: the row with its name and year of birth; rows of which somebody has to choose, as several have both, a
 * year is missing or another one; or none.
 */
export type RankingMatch =
	| { readonly kind: "found"; readonly row: RankingRow }
	| { readonly kind: "doubtful"; readonly rows: readonly RankingRow[] }
	| { readonly kind: "none" };

/** Finds the row of each entry, by its id. A name alone decides nothing. */
export function matchRanking(
	entries: readonly Ranked[],
	rows: readonly RankingRow[],
): ReadonlyMap<string, RankingMatch> {
	const byName = groupedBy(rows, ({ name }) => nameKey(name));
	const matches = entries.map(({ id, name, surname, birthDate }) => {
		const named = byName.get(nameKey(`${name} ${surname}`)) ?? [];
		const year = birthDate === null ? null : Number(birthDate.slice(0, 4));
		const same = named.filter(({ birthYear }) => year !== null && birthYear === year);
		return { id, named, row: same.length === 1 && named.every(isDecided) ? same[0] : undefined };
	});
	const wanted = matches.flatMap(({ row }) => row ?? []);
	return new Map(
		matches.map(({ id, named, row }): [string, RankingMatch] => {
			const isShared = row !== undefined && wanted.indexOf(row) !== wanted.lastIndexOf(row);
			if (row && !isShared) return [id, { kind: "found", row }];
			return [id, named.length > 0 ? { kind: "doubtful", rows: named } : { kind: "none" }];
		}),
	);
}

/** A namesake without a year of birth may be anybody. */
const isDecided = ({ birthYear }: RankingRow) => birthYear !== null;

/** The positions that stand in a list more than once, each with its lines. */
export function sharedPositions(rows: readonly RankingRow[]) {
	return [...groupedBy(rows, ({ position }) => position)]
		.filter(([, some]) => some.length > 1)
		.map(([position, some]) => ({ position, lines: some.map(({ line }) => line) }));
}
