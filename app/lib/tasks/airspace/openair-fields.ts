import type { Position } from "~/lib/maps/geodesy";

/* Fields of OpenAir lines; see docs/formats.md section 7. What follows a field that is whole is passed over. */

/** A remark may stand behind the value. @param text of any line but a name, in which `;` is a letter */
export function withoutRemark(text: string): string {
	return text.replace(/[*;].*$/s, "").trim();
}

const part =
	/[\s,]*(\d{1,3}(?:[.,]\d{1,9})?)(?::(\d{1,2}(?:[.,]\d{1,9})?))?(?::(\d{1,2}(?:[.,]\d{1,9})?))?\s*([NSEW])/iy;

const decimal = (text: string) => Number(text.replace(",", "."));

/** Degrees by letter. 60 seconds are a minute, as some programs round; null beyond that, beyond the poles, or half-way round the earth. */
function angleOf([, degrees = "", minutes = "0", seconds = "0", letter = ""]: RegExpExecArray) {
	const isLatitude = /[NS]/i.test(letter);
	if (decimal(minutes) > 60 || decimal(seconds) > 60) return null;
	const angle = decimal(degrees) + decimal(minutes) / 60 + decimal(seconds) / 3600;
	if (angle > (isLatitude ? 90 : 180)) return null;
	return { isLatitude, degrees: /[SW]/i.test(letter) ? -angle : angle };
}

/** Positions such as `49:31:52 N 015:52:28 E` or `49:31.87N 15:52.47E`, one behind the other; null when there are fewer than wanted. */
export function positionsOf(text: string, wanted: number): Position[] | null {
	const positions: Position[] = [];
	part.lastIndex = 0;
	while (positions.length < wanted) {
		const [latitude, longitude] = [part.exec(text), part.exec(text)].map((found) => found && angleOf(found));
		if (!latitude?.isLatitude || !longitude || longitude.isLatitude) return null;
		positions.push({ latitude: latitude.degrees, longitude: longitude.degrees });
	}
	return positions;
}

/* Numbers have few digits: a hostile line is tried at no more places than that. */
const number = String.raw`\d{1,6}(?:[.,]\d{0,6})?|[.,]\d{1,6}`;
const whole = String.raw`\d{1,6}(?:\.\d{0,6})?|\.\d{1,6}`;
const angle = String.raw`[-+]?\d{1,6}(?:\.\d{0,6})?`;
const miles = String.raw`\s*(?:NMI?)?`;

const circle = new RegExp(String.raw`^(${number})(?:\s*NMI?\b|(?!\s*[\w.,]))`, "i");
/** Parts with blanks between them, so that a comma may be one of decimals, or with commas alone. */
const arcs = [
	new RegExp(String.raw`^(${number})${miles},?\s+(${angle}),?\s+(${angle})(?![\w.,])`, "i"),
	new RegExp(String.raw`^(${whole})${miles}[\s,]+(${angle})[\s,]+(${angle})(?![\w.,])`, "i"),
];

/** `5.4`, `5,4`, `5 NM`: nautical miles. Null for another unit. */
export function radiusOf(text: string): number | null {
	const [, radius] = circle.exec(text) ?? [];
	return radius === undefined ? null : decimal(radius);
}

/** `10, 270, 290`: nautical miles, and degrees of both ends. */
export function arcOf(text: string) {
	for (const arc of arcs) {
		const [, radius, from, to] = arc.exec(text) ?? [];
		if (radius !== undefined && from !== undefined && to !== undefined)
			return { radius: decimal(radius), fromDeg: Number(from), toDeg: Number(to) };
	}
	return null;
}
