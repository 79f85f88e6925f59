import { useTranslation } from "react-i18next";
import { WorthlessDay } from "~/components/scoring/worthless-day";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import type { ScoredRow, ScoreSheet } from "~/lib/scoring/score-sheet";

interface ScoreFormulaProps {
	readonly row: ScoredRow;
	readonly sheet: Omit<ScoreSheet, "rows">;
}

/** A line of the calculation: what it is, the formula with the numbers put in, and what comes out. */
interface Line {
	readonly key: string;
	readonly formula: string;
	readonly value: string;
}

/** The formulas of the Annex with the day's numbers and the pilot's. */
export function ScoreFormula({ row, sheet }: ScoreFormulaProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const number = (value: number, digits: number | readonly [number, number] = [0, 2]) =>
		formatNumber(value, language, digits);
	const groups = [
		{ key: "day", lines: dayLines(sheet, number) },
		{ key: "own", lines: ownLines(row, sheet, number) },
	] as const;
	return (
		<section aria-labelledby="score-formula">
			<h2 id="score-formula">{t("score.formula")}</h2>
			<p>{t("score.formula.about")}</p>
			{groups.map(({ key, lines }) => (
				<table key={key} className="score-table">
					<caption>{t(`score.formula.${key}`)}</caption>
					<tbody>
						{lines.map((line) => (
							<tr key={line.key}>
								<th scope="row">
									{t(`score.term.${line.key}`)} <span className="score-term">{line.formula}</span>
								</th>
								<td className="number">{line.value}</td>
							</tr>
						))}
					</tbody>
				</table>
			))}
			<WorthlessDay day={sheet.day} />
		</section>
	);
}

type Format = (value: number, digits?: number | readonly [number, number]) => string;

function dayLines({ day, task }: ScoreFormulaProps["sheet"], number: Format): Line[] {
	const doKm = day.doM / 1000;
	const hours = day.toS === null ? 100 : day.toS / 3600;
	return [
		{ key: "n", formula: "N", value: String(day.n) },
		{ key: "n1", formula: `n1: Dh ≥ Dm = ${number(task.dmKm)} km`, value: String(day.n1) },
		{ key: "n2", formula: `n2: Vh > 2/3·Vo = ${number((2 / 3) * day.voKmh, 2)} km/h`, value: String(day.n2) },
		{ key: "do", formula: "Do", value: `${number(doKm, 2)} km` },
		{ key: "vo", formula: "Vo", value: `${number(day.voKmh, 2)} km/h` },
		{ key: "to", formula: "To", value: `${number(hours, [0, 3])} h` },
		{
			key: "pm",
			formula: `Pm = min(1000; 1250·${number(doKm, 2)}/${number(task.d1Km)} − 250; 400·${number(hours, [0, 3])} − 200)`,
			value: number(day.pm, 1),
		},
		{ key: "f", formula: `F = min(1; ${number(1.25)}·${day.n1}/${day.n})`, value: number(day.f, 3) },
		{
			key: "fcr",
			formula: `FCR = min(1; ${number(1.2)}·${day.n2}/${day.n1} + ${number(0.6)})`,
			value: number(day.fcr, 3),
		},
		{ key: "pvm", formula: `Pvm = 2/3·${day.n2}/${day.n}·${number(day.pm, 1)}`, value: number(day.pvm, 1) },
		{ key: "pdm", formula: `Pdm = ${number(day.pm, 1)} − ${number(day.pvm, 1)}`, value: number(day.pdm, 1) },
	];
}

function ownLines(row: ScoredRow, { day, task }: ScoreFormulaProps["sheet"], number: Format): Line[] {
	const { distanceM, dhM, vhKmh, speedKmh, pv, pd, points, penalty } = row;
	if (distanceM === null || dhM === null || pv === null || pd === null || points === null) return [];
	const h = task.handicaps ? number(row.handicap, [0, 4]) : "1";
	const lines: Line[] = [
		{ key: "dh", formula: `Dh = ${number(distanceM / 1000, 2)}/${h}`, value: `${number(dhM / 1000, 2)} km` },
	];
	if (vhKmh !== null && speedKmh !== null) {
		lines.push(
			{ key: "vh", formula: `Vh = ${number(speedKmh, 2)}/${h}`, value: `${number(vhKmh, 2)} km/h` },
			{
				key: "pv",
				formula: `Pv = ${number(day.pvm, 1)}·(${number(vhKmh, 2)} − 2/3·${number(day.voKmh, 2)})/(1/3·${number(day.voKmh, 2)})`,
				value: number(pv, 1),
			},
			{ key: "pd", formula: "Pd = Pdm", value: number(pd, 1) },
		);
	} else {
		lines.push({
			key: "pd",
			formula: `Pd = ${number(day.pdm, 1)}·${number(dhM / 1000, 2)}/${number(day.doM / 1000, 2)}`,
			value: number(pd, 1),
		});
	}
	const minus = penalty > 0 ? ` − ${number(penalty)}` : "";
	lines.push({
		key: "s",
		formula: `S = ${number(day.f, 3)}·${number(day.fcr, 3)}·(${number(pv, 1)} + ${number(pd, 1)})${minus}`,
		value: number(points, [0, 1]),
	});
	return lines;
}
