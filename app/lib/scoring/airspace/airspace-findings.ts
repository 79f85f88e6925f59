import { groupedBy } from "~/lib/grouped-by";
import { plainName } from "~/lib/tasks/airspace/airspace";
import type { CheckedSpace, Finding, FlightResult } from "~db/schema";
import { airspaceBufferM, airspaceBufferPoints } from "../penalty-rates";

/**
 * The findings that the scorer has to judge. A penalty is proposed for an intrusion within the buffer. A deeper one may make the
 * flight an outlanding at the entry.
 * @param inactive names of spaces, as the briefing has them
 */
function airspaceFindings(spaces: readonly CheckedSpace[], inactive: readonly string[]): Finding[] {
	const names = new Set(inactive.map(plainName));
	return perSpace(spaces.filter(({ name }) => !names.has(plainName(name)))).map(
		({ name, judged, from, until, depthM, sidewaysM, verticalM, outDistanceM }) => ({
			kind: judged ? "airspace" : "airspaceUnjudged",
			at: from,
			value: judged ? depthM : null,
			proposedPoints: judged && depthM <= airspaceBufferM ? Math.max(1, depthM) * airspaceBufferPoints : 0,
			point: null,
			space: { name, until, sidewaysM, verticalM, outDistanceM },
		}),
	);
}

/**
 * Keeps one finding for each space: that of the visit that ends the flight first, else of the deepest. A pilot who circles at an
 * edge enters ten times.
 */
function perSpace(spaces: readonly CheckedSpace[]): CheckedSpace[] {
	const ofSpace = groupedBy(spaces, ({ judged, name }) => `${judged} ${plainName(name)}`);
	return [...ofSpace.values()].map(
		(visits) =>
			visits.find(({ outDistanceM }) => outDistanceM !== null) ??
			visits.reduce((one, other) => (other.depthM > one.depthM ? other : one)),
	);
}

/** Returns a result with what the check has found. */
export function withAirspace(
	result: FlightResult,
	spaces: readonly CheckedSpace[],
	inactive: readonly string[],
): FlightResult {
	return { ...result, findings: [...result.findings, ...airspaceFindings(spaces, inactive)] };
}
