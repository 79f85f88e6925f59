import { addDays, middayOf } from "~/lib/editions/prague-time";
import { type Edition, editionSchema } from "~editions/schema";

/** Null when the year is right. */
export function yearComplaint(year: number, newest: number): string | null {
	if (year <= newest) return `The newest edition is ${newest}; a new one comes after it.`;
	const { success } = editionSchema.shape.year.safeParse(year);
	return success ? null : `There can be no edition ${year}: it is no year of this century.`;
}

/** The same weekday nearest to the same date of another year. */
export function sameWeekdayOf(year: number, date: string): string {
	const sameDate = `${year}${date.slice(4)}`;
	const shift = (middayOf(date).getUTCDay() - middayOf(sameDate).getUTCDay() + 7) % 7;
	return addDays(sameDate, shift > 3 ? shift - 7 : shift);
}

/** Dates of a new edition, from the one before. */
export function firstGuess({ competition }: Edition, year: number): Edition["competition"] {
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
export function editionFile(text: string, before: Edition, year: number): string {
	const { competition } = before;
	const guess = firstGuess(before, year);
	return text
		.replaceAll(competition.from, guess.from)
		.replaceAll(competition.to, guess.to)
		.replaceAll(String(before.year), String(year))
		.replace(/soaringSpotUrl: .*,/, "soaringSpotUrl: null,")
		.replace(/contestId: .*,/, "contestId: null,");
}

/** Text of editions/index.ts with the new edition. */
export function editionList(text: string, before: number, year: number): string {
	return text
		.replace(
			`import { edition${before} } from "./${before}";\n`,
			(line) => line + renamed(line, before, year),
		)
		.replace(`\tedition${before},\n`, (line) => line + renamed(line, before, year));
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

/** Text of the test of the dates, with a row for the new edition. */
export function expectedEditions(text: string, before: Edition, year: number): string {
	const { from, to, signupSince } = firstGuess(before, year);
	const row = `\t\t[${year}, "${from}", "${to}", "${signupSince}"],\n`;
	return text.replace(new RegExp(`\\t\\t\\[${before.year}, .*\\],\\n`), (found) => found + row);
}

function renamed(text: string, before: number, year: number): string {
	return text.replaceAll(String(before), String(year));
}
