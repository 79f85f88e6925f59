import { formatClock } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Finding } from "./performance";

/** The values of the text `score.finding.<kind>`. @param points names of the points of the task */
export function findingValues(
	{ value, point, space, other }: Pick<Finding, "value" | "point" | "space" | "other">,
	points: readonly string[],
	language: Language,
): Record<string, string> {
	const number = (metres: number | null | undefined) =>
		metres === null || metres === undefined ? "–" : formatNumber(metres, language);
	return {
		value: value === null ? "" : number(value),
		point: point === null ? "" : (points[point] ?? ""),
		...(other === undefined ? {} : { other }),
		...(space
			? {
					space: space.name,
					until: formatClock(new Date(space.until), language),
					sideways: number(space.sidewaysM),
					vertical: number(space.verticalM),
				}
			: {}),
	};
}

/**
 * Names a finding of a flight, so that the form of a proposed penalty says which one was seen. A finding of another value is
 * another one.
 */
export function findingKey({ kind, at, point, proposedPoints, space }: Finding): string {
	return [kind, point, at, proposedPoints, ...(space ? [space.name] : [])].join("/");
}
