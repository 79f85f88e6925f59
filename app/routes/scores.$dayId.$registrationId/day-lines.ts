import { hoursMinutesSeconds } from "~/lib/tasks/clock-times";
import { asFactor, inKm, inKmh, type Line, type ScoreFormulaProps, type Writer } from "./formula-line";

type DayProps = Pick<ScoreFormulaProps, "sheet" | "breakdown">;

/** What the day is worth, with the symbols of the Annex. */
export function dayLines(props: DayProps, writer: Writer): Line[] {
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
		sheet.task.handicaps ? `= ${value}/${asFactor(writer, handicap)}` : null;
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

/** Without a finisher, time limits nothing. */
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

/** Of Pm, what is for speed and what for distance. */
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
