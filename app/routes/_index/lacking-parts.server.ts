import type { FailedQuery } from "~/lib/db/read.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";

/** Parts of home that may lack while the others are shown, by the names of what reads them. */
const parts = {
	news: ["news"],
	/** What the blocks of the classes cannot do without. */
	classes: ["day", "classes", "statuses"],
	results: ["resultDays", "resultRows", "entrants"],
	tasks: ["tasks"],
	/** Tasks to come; for organisers, what they have to do. */
	links: ["coming", "missing", "protests"],
	grid: ["grids"],
	days: ["days"],
	entries: ["counts"],
	documents: ["documents"],
	figures: ["figures"],
	own: ["own", "field"],
	traces: ["traces"],
	desk: ["missed"],
	newsForm: ["newsForm"],
} as const;
type Part = keyof typeof parts;
const allParts = Object.keys(parts) as Part[];

/** @returns whether home lacks one of some parts */
export function lackOf(failed: readonly FailedQuery[]): (...asked: readonly Part[]) => boolean {
	return (...asked) =>
		asked.some((part) => failed.some(({ name }) => (parts[part] as readonly string[]).includes(name)));
}

/** Names the parts that could not be read; null when all is there. */
export function lackInWords(failed: readonly FailedQuery[], language: Language): string | null {
	const { t } = textsOf(language);
	const names = allParts.filter((part) => lackOf(failed)(part)).map((part) => t(`home.part.${part}`));
	return names.length === 0 ? null : t("home.lacking", { parts: names.join(", ") });
}

/** Adds a failure to those of the page instead of failing. */
export async function orLack<Value>(
	failed: FailedQuery[],
	{ name, work, instead }: { readonly name: string; readonly work: Promise<Value>; readonly instead: Value },
): Promise<Value> {
	try {
		return await work;
	} catch (error) {
		failed.push({ name, error });
		return instead;
	}
}
