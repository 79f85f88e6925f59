import { plainName } from "~/lib/tasks/airspace/airspace";
import type { CheckedSpace, Finding, FlightResult } from "~db/schema";
import { bufferM } from "./check-flight";

/** Points of a metre inside of the buffer. */
const bufferPoints = 1;

/**
 * What the scorer has to judge. Inside of the buffer a penalty is proposed; who was deeper may be set out at the entry.
 * @param inactive names of spaces, as the briefing has them
 */
function airspaceFindings(spaces: readonly CheckedSpace[], inactive: readonly string[]): Finding[] {
	const names = new Set(inactive.map(plainName));
	return perSpace(spaces.filter(({ name }) => !names.has(plainName(name)))).map(
		({ name, judged, from, until, depthM, sidewaysM, verticalM, outDistanceM }) => ({
			kind: judged ? "airspace" : "airspaceUnjudged",
			at: from,
			value: judged ? depthM : null,
			proposedPoints: judged && depthM <= bufferM ? Math.max(1, depthM) * bufferPoints : 0,
			point: null,
			space: { name, until, sidewaysM, verticalM, outDistanceM },
		}),
	);
}

/** Who circles at an edge enters ten times: one finding for each space, of the visit that sets out first, else of the deepest. */
function perSpace(spaces: readonly CheckedSpace[]): CheckedSpace[] {
	const ofSpace = new Map<string, CheckedSpace[]>();
	for (const space of spaces) {
		const key = `${space.judged} ${plainName(space.name)}`;
		ofSpace.set(key, [...(ofSpace.get(key) ?? []), space]);
	}
	return [...ofSpace.values()].map(
		(visits) =>
			visits.find(({ outDistanceM }) => outDistanceM !== null) ??
			visits.reduce((one, other) => (other.depthM > one.depthM ? other : one)),
	);
}

/** A performance with what the check has found. */
export function withAirspace(
	performance: FlightResult,
	spaces: readonly CheckedSpace[],
	inactive: readonly string[],
): FlightResult {
	return { ...performance, findings: [...performance.findings, ...airspaceFindings(spaces, inactive)] };
}
