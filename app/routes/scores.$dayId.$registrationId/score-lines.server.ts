import type { TFunction } from "i18next";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { formatNumber, handicapDigits } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { DayBreakdown } from "~/lib/scoring/explained-score.server";
import { roundHalfUp } from "~/lib/scoring/points";
import type { DayScores, ScoredRow } from "~db/schema";

interface ScoreFormulaProps {
	readonly row: ScoredRow;
	readonly sheet: Omit<DayScores, "rows">;
	readonly breakdown: DayBreakdown;
}

/** A line of the calculation; its name is the text `scoreFormula.term.<key>`. */
interface Line {
	readonly key: string;
	/** Symbol in brackets after the name. */
	readonly symbol: string;
	/** The formula, the formula with the numbers put in, and words about them. */
	readonly terms: readonly string[];
	readonly value: string;
}

/** Tools to write lines: texts, and numbers of the language. */
interface Writer {
	readonly t: TFunction;
	readonly number: (value: number, digits?: number | readonly [number, number]) => string;
}

/** Metres are whole, so three decimals of a kilometre are exact; those of a speed keep the points right to a tenth. */
const [exactKm, exactKmh] = [3, 3] as const;

/** Kilometres. */
const inKm = ({ number }: Writer, metres: number) => number(metres / 1000, exactKm);

/** Km/h. */
const inKmh = ({ number }: Writer, kmh: number) => number(kmh, exactKmh);

/** A factor of the day: F or FCR. */
const asFactor = ({ number }: Writer, factor: number) => number(factor, [0, 4]);

/** The factor H. */
const asHandicap = ({ number }: Writer, handicap: number) => number(handicap, handicapDigits);

/** The formulas of the Annex with the day's numbers and the pilot's, in words. */
export function scoreFormula({ row, sheet, breakdown }: ScoreFormulaProps, language: Language) {
	const { t } = textsOf(language);
	const writer: Writer = {
		t,
		number: (value, digits = [0, 2]) => formatNumber(value, language, digits),
	};
	const [d1, dm] = [sheet.task.d1Km, sheet.task.dmKm].map((km) => writer.number(km));
	const groups = { day: dayLines({ sheet, breakdown }, writer), own: ownLines({ row, sheet }, writer) };
	return {
		heading: t("scoreFormula.heading"),
		about: [
			`${t("scoreFormula.about")} ${t("scoreFormula.unrounded")}`,
			t("scoreFormula.symbols", { d1, dm, most: writer.number(1000) }),
		],
		groups: (["day", "own"] as const).map((key) => ({
			caption: t(`scoreFormula.${key}`),
			lines: groups[key].map(({ key: term, symbol, ...line }) => ({
				name: `${t(`scoreFormula.term.${term}`, { dm })}\u00A0(${symbol})`,
				...line,
			})),
		})),
	};
}

/** The sum of the points in words. Null for a day without points, and for a competitor who is disqualified. */
export function scoreInWords(row: ScoredRow, day: DayScores["day"], language: Language): string | null {
	const { t } = textsOf(language);
	const { points, pv, pd, penalty, status, vhKmh } = row;
	if (points === null || pv === null || pd === null) return null;
	if (!day.counts || day.pm === 0 || status === "dsq") return null;
	const factor = day.f * day.fcr;
	const number = (value: number, most = 1) => formatNumber(value, language, [0, most]);
	const gross = roundHalfUp(factor * (pv + pd));
	const penalties = penalty > 0 ? t("scoreFormula.sum.penalties", { penalties: number(penalty) }) : "";
	const least = penalty > gross ? t("scoreFormula.sum.least") : "";
	return t(vhKmh === null ? "scoreFormula.sum.out" : "scoreFormula.sum.finished", {
		points: t("score.points", { count: points, points: number(points) }),
		speed: formatNumber(factor * pv, language, 1),
		distance: formatNumber(factor * pd, language, 1),
		penalties: `${penalties}${least}`,
		most: number(roundHalfUp(factor * day.pm)),
	});
}

type DayProps = Pick<ScoreFormulaProps, "sheet" | "breakdown">;

/** Lines about the value of the day, with the symbols of the Annex. */
function dayLines(props: DayProps, writer: Writer): Line[] {
	return [
		...countLines(props, writer),
		...bestLines(props, writer),
		mostPointsLine(props, writer),
		...factorLines(props, writer),
		...shareLines(props, writer),
	];
}

/** N, n1 and n2 with what they are the sum of. */
function countLines({ sheet: { day }, breakdown: { flown, missing } }: DayProps, writer: Writer): Line[] {
	const { t } = writer;
	const sumOf = (count: number, withFlight: number, without = 0): string[] => {
		const presumed = count - withFlight - without;
		if (presumed === 0 && without === 0) return [];
		const parts = [
			t("scoreFormula.flown", { number: withFlight }),
			...(presumed > 0 ? [t("scoreFormula.presumed", { number: presumed })] : []),
			...(without > 0 ? [t("scoreFormula.missing", { number: without })] : []),
		];
		return [`= ${parts.join(" + ")}`];
	};
	const limit = `2/3·Vo = ${inKmh(writer, (2 / 3) * day.voKmh)} km/h`;
	return [
		{ key: "n", symbol: "N", terms: sumOf(day.n, flown.n, missing), value: String(day.n) },
		{ key: "n1", symbol: "n1", terms: sumOf(day.n1, flown.n1), value: String(day.n1) },
		{ key: "n2", symbol: "n2", terms: [limit, ...sumOf(day.n2, flown.n2)], value: String(day.n2) },
	];
}

/** Start numbers that a line has room for. */
const mostNames = 3;

/** `8V, A1, B2 + 14` */
function namesOf(startNumbers: readonly string[]): string {
	const rest = startNumbers.length - mostNames;
	return `${startNumbers.slice(0, mostNames).join(", ")}${rest > 0 ? ` + ${rest}` : ""}`;
}

/** Do, Vo and To with who flew them. */
function bestLines({ sheet, breakdown: { farthest, fastest } }: DayProps, writer: Writer): Line[] {
	const { t, number } = writer;
	const { doM, voKmh, toS } = sheet.day;
	const flownBy = (term: string | null, { startNumbers }: typeof farthest | typeof fastest) => {
		if (startNumbers.length === 0) return [];
		const names = t("scoreFormula.flownBy", { count: startNumbers.length, names: namesOf(startNumbers) });
		return [term === null ? names : `${term}, ${names}`];
	};
	const divided = (value: string, handicap: number) =>
		sheet.task.handicaps ? `= ${value}/${asHandicap(writer, handicap)}` : null;
	return [
		{
			key: "do",
			symbol: "Do",
			terms: flownBy(divided(inKm(writer, farthest.distanceM), farthest.handicap), farthest),
			value: `${inKm(writer, doM)} km`,
		},
		{
			key: "vo",
			symbol: "Vo",
			terms: flownBy(divided(inKmh(writer, fastest.speedKmh), fastest.handicap), fastest),
			value: `${inKmh(writer, voKmh)} km/h`,
		},
		{
			key: "to",
			symbol: "To",
			terms: toS === null ? [t("scoreFormula.noFinisher")] : flownBy(hoursMinutesSeconds(toS), fastest),
			value: `${hoursOf(toS, number)} h`,
		},
	];
}

/** Hours of To. Without a finisher, the time limits nothing. */
function hoursOf(toS: number | null, number: Writer["number"]): string {
	return number(toS === null ? 100 : toS / 3600, [0, 4]);
}

const unbroken = (formula: string) => formula.replaceAll(" ", "\u00a0");

/** Pm with the value of each limit. */
function mostPointsLine({ sheet: { day, task } }: DayProps, writer: Writer): Line {
	const { t, number } = writer;
	const [slope, base] = [number(1250), number(250)];
	const byDistance = (1250 * day.doM) / (task.d1Km * 1000) - 250;
	const byTime = 400 * (day.toS === null ? 100 : day.toS / 3600) - 200;
	const smallest = (distance: string, time: string) =>
		t("scoreFormula.smallest", { values: [number(1000), ...[distance, time].map(unbroken)].join("; ") });
	return {
		key: "pm",
		symbol: "Pm",
		terms: [
			smallest(`${slope}·Do/D1 − ${base}`, "400·To − 200"),
			`= ${smallest(
				`${slope}·${inKm(writer, day.doM)}/${number(task.d1Km)} − ${base}`,
				`400·${hoursOf(day.toS, number)} − 200`,
			)}`,
			`= ${smallest(number(byDistance, 2), number(byTime, 2))}`,
		],
		value: number(day.pm, 2),
	};
}

/** F and FCR, each at most 1. */
function factorLines({ sheet: { day } }: DayProps, writer: Writer): Line[] {
	const { t, number } = writer;
	const [slope, base] = [number(1.2), number(0.6)];
	const atMostOne = (formula: string, sum: string, value: number) => [
		t("scoreFormula.atMost", { value: formula, limit: 1 }),
		...(Number.isFinite(value)
			? [
					value > 1
						? `= ${t("scoreFormula.atMost", { value: `${sum} = ${asFactor(writer, value)}`, limit: 1 })} → 1`
						: `= ${sum}`,
				]
			: []),
	];
	return [
		{
			key: "f",
			symbol: "F",
			terms: atMostOne(`${number(1.25)}·n1/N`, `${number(1.25)}·${day.n1}/${day.n}`, (1.25 * day.n1) / day.n),
			value: asFactor(writer, day.f),
		},
		{
			key: "fcr",
			symbol: "FCR",
			terms: atMostOne(
				`${slope}·n2/n1 + ${base}`,
				`${slope}·${day.n2}/${day.n1} + ${base}`,
				(1.2 * day.n2) / day.n1 + 0.6,
			),
			value: asFactor(writer, day.fcr),
		},
	];
}

/** Lines about the shares of Pm for speed and for distance. */
function shareLines({ sheet: { day } }: DayProps, { number }: Writer): Line[] {
	const [pm, pvm] = [number(day.pm, 2), number(day.pvm, 2)];
	return [
		{
			key: "pvm",
			symbol: "Pvm",
			terms: ["2/3·n2/N·Pm", `= 2/3·${day.n2}/${day.n}·${pm}`],
			value: pvm,
		},
		{ key: "pdm", symbol: "Pdm", terms: ["Pm − Pvm", `= ${pm} − ${pvm}`], value: number(day.pdm, 2) },
	];
}

type OwnProps = Pick<ScoreFormulaProps, "row" | "sheet">;

/** A flight's points, with the symbols of the Annex; none as long as it has no points. */
function ownLines({ row, sheet }: OwnProps, writer: Writer): Line[] {
	const { distanceM, dhM, pv, pd, points } = row;
	if (distanceM === null || dhM === null || pv === null || pd === null || points === null) return [];
	const { t, number } = writer;
	const { day, task } = sheet;
	const h = task.handicaps ? asHandicap(writer, row.handicap) : "1";
	const dh = inKm(writer, dhM);
	return [
		{ key: "h", symbol: "H", terms: [], value: h },
		{
			key: "dh",
			symbol: "Dh",
			terms: ["D/H", `= ${inKm(writer, distanceM)}/${h}`],
			value: `${dh} km`,
		},
		...speedLines({ row, sheet }, h, writer),
		{
			key: "pd",
			symbol: "Pd",
			terms:
				row.vhKmh === null
					? ["Pdm·Dh/Do", `= ${number(day.pdm, 2)}·${dh}/${inKm(writer, day.doM)}`]
					: [t("scoreFormula.allDistance")],
			value: number(pd, 2),
		},
		pointsLine({ ...row, pv, pd, points }, day, writer),
	];
}

/** @param h the factor H */
function speedLines({ row, sheet: { day } }: OwnProps, h: string, writer: Writer): Line[] {
	const { t, number } = writer;
	const { distanceM, timeS, speedKmh, vhKmh, pv } = row;
	if (distanceM === null || timeS === null || speedKmh === null || vhKmh === null || pv === null)
		return [{ key: "pv", symbol: "Pv", terms: [t("scoreFormula.noSpeed")], value: number(0, 2) }];
	const [v, vh, vo] = [speedKmh, vhKmh, day.voKmh].map((kmh) => inKmh(writer, kmh));
	return [
		{
			key: "v",
			symbol: "V",
			terms: [`${number(3600)}·D/T`, `= ${number(3600)}·${inKm(writer, distanceM)}/${number(timeS)}`],
			value: `${v} km/h`,
		},
		{ key: "vh", symbol: "Vh", terms: ["V/H", `= ${v}/${h}`], value: `${vh} km/h` },
		{
			key: "pv",
			symbol: "Pv",
			terms: [
				"Pvm·(Vh − 2/3·Vo)/(1/3·Vo)",
				`= ${number(day.pvm, 2)}·(${vh} − 2/3·${vo})/(1/3·${vo})`,
				t("scoreFormula.speedShare"),
			],
			value: number(pv, 2),
		},
	];
}

/** Rounded to whole points before the penalties. */
function pointsLine(
	row: ScoredRow & { readonly pv: number; readonly pd: number; readonly points: number },
	day: OwnProps["sheet"]["day"],
	writer: Writer,
): Line {
	const { t, number } = writer;
	const line = { key: "s", symbol: "S", value: number(row.points, [0, 1]) };
	if (row.status === "dsq") return { ...line, terms: [t("score.status.dsq")] };
	if (!day.counts) return { ...line, terms: [t("scoreFormula.noDay")] };
	const gross = day.f * day.fcr * (row.pv + row.pd);
	const product = `${asFactor(writer, day.f)}·${asFactor(writer, day.fcr)}·(${number(row.pv, 2)} + ${number(row.pd, 2)})`;
	const penalty = row.penalty > 0 ? ` − ${number(row.penalty)}` : "";
	const rounded = ` ≈ ${number(roundHalfUp(gross))}${penalty}`;
	return {
		...line,
		terms: [`F·FCR·(Pv + Pd)${penalty && " − P"}`, `= ${product} = ${number(gross, 2)}${rounded}`],
	};
}
