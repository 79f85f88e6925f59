import { useTranslation } from "react-i18next";
import { formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { ResultsAdmin } from "./results-admin.server";

interface UnboundListProps {
	readonly unbound: ResultsAdmin["unbound"];
	readonly language: Language;
}

/** Lists the competitors whose results keep their name when the account is erased. */
export function UnboundList({ unbound, language }: UnboundListProps) {
	const { t } = useTranslation();
	return (
		<section className="section stack" aria-labelledby="unbound">
			<h2 id="unbound">{t("results.sheets.unbound", { count: unbound.results })}</h2>
			<p>{t("results.sheets.unbound.about")}</p>
			<ul className="lined">
				{unbound.competitors.map(({ key, type, known, dates }) => (
					<li key={key}>
						{t(`competitionClass.${type}`)}: {known} –{" "}
						{dates.map((date) => formatDay(date, language)).join(", ")}
					</li>
				))}
			</ul>
		</section>
	);
}
