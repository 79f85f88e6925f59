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
			<h2 id="score-formula" className="mb-2">
				{heading}
			</h2>
			{about.map((text) => (
				<p key={text}>{text}</p>
			))}
			{groups.map(({ caption, lines }) => (
				<table key={caption} className="score-table wrap-anywhere mt-4 w-full border-collapse print:mt-2">
					<caption className="pb-1 text-start font-strong">{caption}</caption>
					<tbody>
						{lines.map(({ name, terms, value }) => (
							<tr key={name} className="border-t border-line align-top print:text-xs/tight">
								<th scope="row" className="py-1.5 pr-4 text-start font-normal print:py-px print:pr-1.25">
									{name}
									{terms.map((term) => (
										<span
											key={term}
											className="score-term block text-small text-muted tabular-nums wrap-anywhere print:ml-2 print:inline print:text-[8pt]"
										>
											{term}
										</span>
									))}
								</th>
								<td className="py-1.5 text-end font-strong whitespace-nowrap tabular-nums print:py-px">
									{value}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			))}
			<WorthlessDay day={day} />
		</section>
	);
}
