import { roundHalfUp } from "~/lib/scoring/points";
import type { ScoredRow } from "~db/schema";
import { asFactor, inKm, inKmh, type Line, type ScoreFormulaProps, type Writer } from "./formula-line";

type OwnProps = Pick<ScoreFormulaProps, "row" | "sheet">;

/** A flight's points, with the symbols of the Annex; none as long as it has no points. */
export function ownLines({ row, sheet }: OwnProps, writer: Writer): Line[] {
	const { distanceM, dhM, pv, pd, points } = row;
	if (distanceM === null || dhM === null || pv === null || pd === null || points === null) return [];
	const { t, number } = writer;
	const { day, task } = sheet;
	const h = task.handicaps ? asFactor(writer, row.handicap) : "1";
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
