import type { Position } from "~/lib/maps/geodesy/position";
import type { AirspaceLimit } from "~db/schema";
import { metresOfFeet, metresOfLevel } from "./airspace";

/* Fields of OpenAir lines; see docs/formats.md section 7. */

const part = /(\d{1,3}(?:\.\d+)?)(?::(\d{1,2}(?:\.\d+)?))?(?::(\d{1,2}(?:\.\d+)?))?\s*([NSEW])/gi;

/** Degrees by letter; null beyond the poles, half-way round the earth, or of 60 minutes. */
function angleOf([, degrees = "", minutes = "0", seconds = "0", letter = ""]: RegExpMatchArray) {
	const isLatitude = /[NS]/i.test(letter);
	if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
	const angle = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
	if (angle > (isLatitude ? 90 : 180)) return null;
	return { isLatitude, degrees: /[SW]/i.test(letter) ? -angle : angle };
}

/**
 * Positions such as `49:31:52 N 015:52:28 E` or `49:31.87N 15:52.47E`, one behind the other.
 * @returns null when there are not as many as wanted
 */
export function positionsOf(text: string, wanted: number): Position[] | null {
	const angles = [...text.matchAll(part)].map(angleOf);
	const rest = text.replace(part, "").replace(/[\s,;]/g, "");
	if (rest !== "" || angles.length !== wanted * 2) return null;
	const positions: Position[] = [];
	for (let index = 0; index < angles.length; index += 2) {
		const [first, second] = [angles[index], angles[index + 1]];
		if (!first?.isLatitude || !second || second.isLatitude) return null;
		positions.push({ latitude: first.degrees, longitude: second.degrees });
	}
	return positions;
}

const ground = /^(GND|SFC|SURFACE|ASFC|0\s*(FT|M)?\s*(AGL|ASFC|GND|SFC))$/;
const unlimited = /^(UNL|UNLIM|UNLIMITED)$/;
const level = /^FL\s*(\d{1,3})$/;
const measured =
	/^(?:(MSL|AMSL|AGL)\s*)?(\d{1,6}(?:\.\d+)?)\s*(FT|F|FEET|'|M|MT)?\s*(MSL|AMSL|ALT|AGL|ASFC|GND|SFC|STD)?$/;

/** `FL 95`, `1000ft AGL`, `1200 m MSL`, `GND`, `UNL`. Without a unit in feet, without a reference above sea level. */
export function limitOf(text: string): AirspaceLimit | null {
	const plain = text.trim().replace(/\s+/g, " ").toUpperCase();
	if (ground.test(plain)) return { reference: "GND", value: 0 };
	if (unlimited.test(plain)) return { reference: "UNL", value: 0 };
	const flightLevel = level.exec(plain)?.[1];
	if (flightLevel !== undefined) return { reference: "FL", value: Number(flightLevel) };
	const [, before, number, unit = "", after] = measured.exec(plain) ?? [];
	if (number === undefined || (before !== undefined && after !== undefined)) return null;
	const metres = unit.startsWith("M") ? Number(number) : metresOfFeet(Number(number));
	const reference = before ?? after ?? "MSL";
	if (reference === "STD") return { reference: "FL", value: metres / metresOfLevel(1) };
	const isAboveGround = ["AGL", "ASFC", "GND", "SFC"].includes(reference);
	return { reference: isAboveGround ? "AGL" : "MSL", value: Math.round(metres * 10) / 10 };
}
