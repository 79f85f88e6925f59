import type { Ctx } from "~/lib/context";
import { editions } from "~editions/index";
import { editionOrigin } from "./edition-hosts";
import { isFinished } from "./opening-times";

/** Past years with their sites, newest first: those that the edition lists, and those that have closed since. */
export function archiveOf({ edition, language, settings }: Pick<Ctx, "edition" | "language" | "settings">) {
	const { newestYear } = edition;
	const listed = edition.archive.map(({ year, title, url }) => ({ year, title: title[language], url }));
	const closed = editions
		.map((one) => ({ ...one, newestYear }))
		.filter((one) => isFinished(one) && listed.every(({ year }) => year !== one.year))
		.map((one) => ({ year: one.year, title: one.title, url: `${editionOrigin(one, settings)}/` }));
	return [...closed, ...listed].sort((one, other) => other.year - one.year);
}
