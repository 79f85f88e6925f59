import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { WorthlessDay } from "~/components/scoring/worthless-day";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import type { DayBreakdown } from "~/lib/scoring/explained-score.server";
import { roundHalfUp } from "~/lib/scoring/points";
import type { ScoredRow, ScoreSheet } from "~/lib/scoring/score-sheet";

interface ScoreFormulaProps {
	readonly row: ScoredRow;
	readonly sheet: Omit<ScoreSheet, "rows">;
	readonly breakdown: DayBreakdown;
}

/** A line of the calculation: what it is, its formula, the formula with the numbers put in, and what comes out. */
interface Line {
	readonly key: string;
	readonly symbols: string;
	/** Left out where the formula is a name alone. */
	readonly numbers?: string;
	readonly value: string;
}

/** The formulas of the Annex with the day's numbers and the pilot's. */
export function ScoreFormula({ row, sheet, breakdown }: ScoreFormulaProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const number = (value: number, digits: number | readonly [number, number] = [0, 2]) =>
		formatNumber(value, language, digits);
	const groups = [
		{
			key: "day",
			lines: [...countLines(sheet, breakdown, t, number), ...dayLines(sheet, breakdown, number)],
		},
		{ key: "own", lines: ownLines(row, sheet, number) },
	] as const;
	return (
		<section aria-labelledby="score-formula">
			<h2 id="score-formula">{t("scoreFormula.heading")}</h2>
			<p>{t("scoreFormula.about")}</p>
			<p>{t("scoreFormula.symbols", { d1: number(sheet.task.d1Km), dm: number(sheet.task.dmKm) })}</p>
			{groups.map(({ key, lines }) => (
				<table key={key} className="score-table">
					<caption>{t(`scoreFormula.${key}`)}</caption>
					<tbody>
						{lines.map((line) => (
							<tr key={line.key}>
								<th scope="row">
									{t(`scoreFormula.term.${line.key}`)} <span className="score-term">{line.symbols}</span>
									{line.numbers && <span className="score-term">{line.numbers}</span>}
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

/** Metres are whole, so three decimals of a kilometre are exact; those of a speed keep the points right to a tenth. */
const [exactKm, exactKmh, exactHours] = [3, 3, [0, 4]] as const;

/** N, n1 and n2 with what they are the sum of. */
function countLines(
	{ day, task }: ScoreFormulaProps["sheet"],
	{ flown, missing }: DayBreakdown,
	t: TFunction,
	number: Format,
): Line[] {
	const sumOf = (count: number, withFlight: number, without = 0) => {
		const presumed = count - withFlight - without;
		const parts = [
			t("scoreFormula.flown", { number: withFlight }),
			...(presumed > 0 ? [t("scoreFormula.presumed", { number: presumed })] : []),
			...(without > 0 ? [t("scoreFormula.missing", { number: without })] : []),
		];
		return `= ${parts.join(" + ")}`;
	};
	return [
		{ key: "n", symbols: "N", numbers: sumOf(day.n, flown.n, missing), value: String(day.n) },
		{
			key: "n1",
			symbols: `n1: Dh ≥ Dm = ${number(task.dmKm)} km`,
			numbers: sumOf(day.n1, flown.n1),
			value: String(day.n1),
		},
		{
			key: "n2",
			symbols: `n2: Vh > 2/3·Vo = ${number((2 / 3) * day.voKmh, exactKmh)} km/h`,
			numbers: sumOf(day.n2, flown.n2),
			value: String(day.n2),
		},
	];
}

/** Start numbers that a line has room for. */
const mostNames = 3;

/** `8V, A1, B2 + 14` */
function namesOf(startNumbers: readonly string[]): string {
	const rest = startNumbers.length - mostNames;
	return `${startNumbers.slice(0, mostNames).join(", ")}${rest > 0 ? ` + ${rest}` : ""}`;
}

function dayLines(
	{ day, task }: ScoreFormulaProps["sheet"],
	{ farthest, fastest }: DayBreakdown,
	number: Format,
): Line[] {
	const km = (metres: number) => number(metres / 1000, exactKm);
	const hours = number(day.toS === null ? 100 : day.toS / 3600, exactHours);
	const [vo, pm] = [number(day.voKmh, exactKmh), number(day.pm, 2)];
	return [
		{ key: "do", symbols: "Do", numbers: namesOf(farthest), value: `${km(day.doM)} km` },
		{ key: "vo", symbols: "Vo", numbers: namesOf(fastest), value: `${vo} km/h` },
		{ key: "to", symbols: "To", numbers: namesOf(fastest), value: `${hours} h` },
		{
			key: "pm",
			symbols: "Pm = min(1000; 1250·Do/D1 − 250; 400·To − 200)",
			numbers: `= min(1000; 1250·${km(day.doM)}/${number(task.d1Km)} − 250; 400·${hours} − 200)`,
			value: pm,
		},
		{
			key: "f",
			symbols: `F = min(1; ${number(1.25)}·n1/N)`,
			numbers: `= min(1; ${number(1.25)}·${day.n1}/${day.n})`,
			value: number(day.f, [0, 4]),
		},
		{
			key: "fcr",
			symbols: `FCR = min(1; ${number(1.2)}·n2/n1 + ${number(0.6)})`,
			numbers: `= min(1; ${number(1.2)}·${day.n2}/${day.n1} + ${number(0.6)})`,
			value: number(day.fcr, [0, 4]),
		},
		{
			key: "pvm",
			symbols: "Pvm = 2/3·n2/N·Pm",
			numbers: `= 2/3·${day.n2}/${day.n}·${pm}`,
			value: number(day.pvm, 2),
		},
		{
			key: "pdm",
			symbols: "Pdm = Pm − Pvm",
			numbers: `= ${pm} − ${number(day.pvm, 2)}`,
			value: number(day.pdm, 2),
		},
	];
}

function ownLines(row: ScoredRow, sheet: ScoreFormulaProps["sheet"], number: Format): Line[] {
	const { distanceM, dhM, pv, pd, points } = row;
	if (distanceM === null || dhM === null || pv === null || pd === null || points === null) return [];
	const { day, task } = sheet;
	const km = (metres: number) => number(metres / 1000, exactKm);
	const h = task.handicaps ? number(row.handicap, [0, 4]) : "1";
	return [
		{ key: "h", symbols: "H", value: h },
		{ key: "dh", symbols: "Dh = D/H", numbers: `= ${km(distanceM)}/${h}`, value: `${km(dhM)} km` },
		...speedLines(row, h, sheet, number),
		row.vhKmh === null
			? {
					key: "pd",
					symbols: "Pd = Pdm·Dh/Do",
					numbers: `= ${number(day.pdm, 2)}·${km(dhM)}/${km(day.doM)}`,
					value: number(pd, 2),
				}
			: { key: "pd", symbols: "Pd = Pdm", value: number(pd, 2) },
		pointsLine({ ...row, pv, pd, points }, day, number),
	];
}

/** Of a finisher. @param h the factor H */
function speedLines(row: ScoredRow, h: string, { day }: ScoreFormulaProps["sheet"], number: Format): Line[] {
	const { distanceM, timeS, speedKmh, vhKmh, pv } = row;
	if (distanceM === null || timeS === null || speedKmh === null || vhKmh === null || pv === null) return [];
	const [vh, vo] = [number(vhKmh, exactKmh), number(day.voKmh, exactKmh)];
	const share = `${number(day.pvm, 2)}·(${vh} − 2/3·${vo})/(1/3·${vo})`;
	return [
		{
			key: "v",
			symbols: "V = D/T",
			numbers: `= 3600·${number(distanceM / 1000, exactKm)}/${number(timeS)}`,
			value: `${number(speedKmh, exactKmh)} km/h`,
		},
		{
			key: "vh",
			symbols: "Vh = V/H",
			numbers: `= ${number(speedKmh, exactKmh)}/${h}`,
			value: `${vh} km/h`,
		},
		{
			key: "pv",
			symbols: "Pv = Pvm·(Vh − 2/3·Vo)/(1/3·Vo)",
			numbers: pv > 0 ? `= ${share}` : `= max(0; ${share})`,
			value: number(pv, 2),
		},
	];
}

/** Rounded to whole points before the penalties. */
function pointsLine(
	row: ScoredRow & { readonly pv: number; readonly pd: number; readonly points: number },
	day: ScoreFormulaProps["sheet"]["day"],
	number: Format,
): Line {
	const value = number(row.points, [0, 1]);
	if (!day.counts || row.status === "dsq") return { key: "s", symbols: "S = 0", value };
	const gross = day.f * day.fcr * (row.pv + row.pd);
	const product = `${number(day.f, [0, 4])}·${number(day.fcr, [0, 4])}·(${number(row.pv, 2)} + ${number(row.pd, 2)})`;
	const penalty = row.penalty > 0 ? ` − ${number(row.penalty)}` : "";
	const rounded = penalty && ` ≈ ${number(roundHalfUp(gross))}${penalty}`;
	return {
		key: "s",
		symbols: `S = F·FCR·(Pv + Pd)${penalty && " − P"}`,
		numbers: `= ${product} = ${number(gross, 2)}${rounded}`,
		value,
	};
}
