import type { TFunction } from "i18next";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { kilometres } from "~/lib/tasks/task-summary";
import type { PointView } from "~/lib/tasks/task-view";
import type { Zone } from "~db/schema";

/** What a glider has to reach, in words. */
export function zoneText(t: TFunction, language: Language, { zone, axisDeg }: PointView): string {
	const sizes = {
		radius: kilometres(sizeOf(zone), language, 2),
		inner: "innerRadiusM" in zone ? kilometres(zone.innerRadiusM, language, 2) : "",
		angle: "angleDeg" in zone ? formatNumber(zone.angleDeg, language, [0, 1]) : "",
		axis: String(Math.round(axisDeg) % 360).padStart(3, "0"),
	};
	const isAllRound = "angleDeg" in zone && zone.angleDeg >= 360;
	return t(isAllRound && zone.shape === "ring" ? "task.zone.wholeRing" : `task.zone.${zone.shape}`, sizes);
}

function sizeOf(zone: Zone): number {
	return zone.shape === "line" ? zone.lengthM : zone.radiusM;
}
