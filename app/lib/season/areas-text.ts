import { readPosition } from "~/lib/maps/read-position";

interface Corner {
	readonly latitude: number;
	readonly longitude: number;
}

/** Areas as people type them: a corner a line, an empty line between two areas. What was typed instead of areas stays. */
export function areasText(value: unknown): string {
	if (!Array.isArray(value)) return typeof value === "string" ? value : "";
	return value
		.map((area: readonly Corner[]) =>
			area.map(({ latitude, longitude }) => `${latitude}, ${longitude}`).join("\n"),
		)
		.join("\n\n");
}

/** Reads typed areas; undefined without any, and the text itself where a line is no position. */
export function readAreas(text: string): readonly (readonly Corner[])[] | string | undefined {
	if (text === "") return undefined;
	const areas = text.split(/\n\s*\n/).map((area) => area.trim().split("\n").map(readCorner));
	return areas.every((area) => area.every((corner) => corner !== null))
		? (areas as readonly (readonly Corner[])[])
		: text;
}

/** A degree has 111 km: five decimals are a metre. */
const decimals = 5;

function readCorner(line: string): Corner | null {
	const position = readPosition(line);
	return (
		position && {
			latitude: Number(position.latitude.toFixed(decimals)),
			longitude: Number(position.longitude.toFixed(decimals)),
		}
	);
}
