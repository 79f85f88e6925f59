import { useTranslation } from "react-i18next";
import { WorthlessDay } from "~/components/scoring/preliminary-note";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import { dayLines, type Line, ownLines, type ScoreFormulaProps, type Writer } from "./score-lines";

/** The formulas of the Annex with the day's numbers and the pilot's. */
export function ScoreFormula({ row, sheet, breakdown }: ScoreFormulaProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const writer: Writer = {
		t,
		number: (value, digits = [0, 2]) => formatNumber(value, language, digits),
	};
	const [d1, dm] = [sheet.task.d1Km, sheet.task.dmKm].map((km) => writer.number(km));
	const groups = [
		{ key: "day", lines: dayLines({ sheet, breakdown }, writer) },
		{ key: "own", lines: ownLines({ row, sheet }, writer) },
	] as const;
	return (
		<section aria-labelledby="score-formula">
			<h2 id="score-formula">{t("scoreFormula.heading")}</h2>
			<p>
				{t("scoreFormula.about")} {t("scoreFormula.unrounded")}
			</p>
			<p>{t("scoreFormula.symbols", { d1, dm, most: writer.number(1000) })}</p>
			{groups.map(({ key, lines }) => (
				<table key={key} className="score-table">
					<caption>{t(`scoreFormula.${key}`)}</caption>
					<tbody>
						{lines.map((line) => (
							<FormulaRow key={line.key} line={line} dm={dm} />
						))}
					</tbody>
				</table>
			))}
			<WorthlessDay day={sheet.day} />
		</section>
	);
}

/** @param dm the least distance in km, which the name of a row says */
function FormulaRow({
	line: { key, symbol, terms, value },
	dm,
}: {
	readonly line: Line;
	readonly dm?: string;
}) {
	const { t } = useTranslation();
	return (
		<tr>
			<th scope="row">
				{t(`scoreFormula.term.${key}`, { dm })}&nbsp;({symbol})
				{terms.map((term) => (
					<span key={term} className="score-term">
						{term}
					</span>
				))}
			</th>
			<td className="number">{value}</td>
		</tr>
	);
}
