import { WorthlessDay } from "~/components/scoring/preliminary-note";
import type { DayScores } from "~db/schema";
import type { scoreFormula } from "./score-lines.server";

interface ScoreFormulaProps {
	readonly formula: ReturnType<typeof scoreFormula>;
	readonly day: DayScores["day"];
}

/** The formulas of the Annex with the day's numbers and the pilot's. */
export function ScoreFormula({ formula: { heading, about, groups }, day }: ScoreFormulaProps) {
	return (
		<section aria-labelledby="score-formula">
			<h2 id="score-formula">{heading}</h2>
			{about.map((text) => (
				<p key={text}>{text}</p>
			))}
			{groups.map(({ caption, lines }) => (
				<table key={caption} className="score-table">
					<caption>{caption}</caption>
					<tbody>
						{lines.map(({ name, terms, value }) => (
							<tr key={name}>
								<th scope="row">
									{name}
									{terms.map((term) => (
										<span key={term} className="score-term">
											{term}
										</span>
									))}
								</th>
								<td className="number">{value}</td>
							</tr>
						))}
					</tbody>
				</table>
			))}
			<WorthlessDay day={day} />
		</section>
	);
}
