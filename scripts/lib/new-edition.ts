import { addDays, middayOf } from "~/lib/editions/prague-time";
import { type Edition, editionSchema } from "~editions/schema";

/** What is wrong with the year of a new edition; null when nothing is. */
export function yearComplaint(year: number, newest: number): string | null {
	if (year <= newest) return `The newest edition is ${newest}; a new one comes after it.`;
	const { success } = editionSchema.shape.year.safeParse(year);
	return success ? null : `There can be no edition ${year}: it is no year of this century.`;
}

/** The same weekday about the same time of another year. */
export function sameWeekdayOf(year: number, date: string): string {
	const sameDate = `${year}${date.slice(4)}`;
	const shift = (middayOf(date).getUTCDay() - middayOf(sameDate).getUTCDay() + 7) % 7;
	return addDays(sameDate, shift > 3 ? shift - 7 : shift);
}

/** What of a new edition is worked out from the one before: the rest is the same until somebody edits it. */
export function firstGuess({ competition }: Edition, year: number): Edition["competition"] {
	return {
		from: sameWeekdayOf(year, competition.from),
		to: sameWeekdayOf(year, competition.to),
		signupSince: `${year}${competition.signupSince.slice(4)}`,
	};
}

/**
 * Text of the new edition's file, made of the one before: its year everywhere, its dates, and no results page yet.
 * @param text of editions/<year>.ts
 */
export function editionFile(text: string, before: Edition, year: number): string {
	const { competition } = before;
	const guess = firstGuess(before, year);
	return text
		.replaceAll(competition.from, guess.from)
		.replaceAll(competition.to, guess.to)
		.replaceAll(String(before.year), String(year))
		.replace(/soaringSpotUrl: .*,/, "soaringSpotUrl: null,");
}

/** Text of editions/index.ts with the new edition behind the one before. */
export function editionList(text: string, before: number, year: number): string {
	return text
		.replace(
			`import { edition${before} } from "./${before}";\n`,
			(line) => line + renamed(line, before, year),
		)
		.replace(`\tedition${before},\n`, (line) => line + renamed(line, before, year));
}

/** Text of wrangler.toml with a database for the new edition behind the one before. */
export function wranglerConfiguration(text: string, before: number, year: number): string {
	const block = new RegExp(`\\[\\[d1_databases\\]\\]\\nbinding = "DB_${before}"\\n(?:\\w+ = .*\\n)+`);
	return text.replace(block, (found) => {
		const added = renamed(found, before, year)
			.replace(/database_id = .*/, `database_id = "local-${year}"`)
			// A database that was restored has more behind the year.
			.replace(new RegExp(`(database_name = "[^"]*${year})[^"]*`), "$1");
		return `${found}\n${added}`;
	});
}

/** Text of the test that holds the editions to their dates, with a row for the new one. */
export function expectedEditions(text: string, before: Edition, year: number): string {
	const { from, to, signupSince } = firstGuess(before, year);
	const row = `\t\t[${year}, "${from}", "${to}", "${signupSince}"],\n`;
	return text.replace(new RegExp(`\\t\\t\\[${before.year}, .*\\],\\n`), (found) => found + row);
}

function renamed(text: string, before: number, year: number): string {
	return text.replaceAll(String(before), String(year));
}
