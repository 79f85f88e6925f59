import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { hasManyZeros } from "~/lib/flights/igc-file/flight-log-warnings";
import { at } from "~/lib/numbers";
import type { Finding } from "~db/schema";

/** What a log shows of its recorder that the scorer has to know, whatever was flown. None of it costs points. */
export function logFindings({ log, fixes, clock, altitudes }: Flight): Finding[] {
	const found: Finding[] = [];
	const add = (kind: Finding["kind"], value: number | null, moment: number | null = null) =>
		found.push({ kind, at: moment, value, proposedPoints: 0, point: null });
	if (clock.stands) add("clockStands", null);
	if (clock.leftOutForLong > 0) add("clockWrong", clock.leftOutForLong);
	if (altitudes.fault !== null)
		add("pressureSensor", null, momentOf(log.date, at(fixes.times, altitudes.fault)));
	if (log.hasWideAltitudes) add("wideAltitudes", null);
	if (hasManyZeros(log)) add("zeroPositions", log.zeroPositions);
	return found;
}
