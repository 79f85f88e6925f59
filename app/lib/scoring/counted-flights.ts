import type { FlightResult } from "~db/schema";
import { relaunched } from "./flight-result";

/**
 * The flights of a competitor on a day that may count, as a recorder may write each launch into a file of its own: none with a start after
 * the first complete task (Annex A 2025, 7.4.3.6), and none that was launched after a landing outside the contest site (7.2.2b).
 */
export function countedFlights(flights: readonly FlightResult[]): readonly FlightResult[] {
	const completed = earliest(flights.filter(isComplete).map(({ finish }) => finish));
	const started = flights.filter(({ start }) => start === null || start.at <= completed);
	const outlanded = earliest(started.filter((one) => one.outlanded).map(({ landing }) => landing));
	const isLater = ({ takeOff }: FlightResult) => takeOff !== null && takeOff > outlanded;
	// A recorder that is driven home may seem to take off, and has no start.
	const relaunch = earliest(started.filter((one) => isLater(one) && one.start).map(({ takeOff }) => takeOff));
	return started
		.filter((one) => !isLater(one))
		.map((one) => (one.outlanded && Number.isFinite(relaunch) ? withRelaunch(one, relaunch) : one));
}

/** Infinite without any. */
function earliest(moments: readonly (number | null)[]): number {
	return Math.min(...moments.flatMap((moment) => (moment === null ? [] : [moment])));
}

function withRelaunch(flight: FlightResult, takeOff: number): FlightResult {
	const finding = relaunched(takeOff);
	const isSaid = flight.findings.some(({ kind }) => kind === finding.kind);
	return isSaid ? flight : { ...flight, findings: [...flight.findings, finding] };
}

/** Whether a flight completes the task without a point that was missed. */
function isComplete({ status, reached }: FlightResult): boolean {
	return status === "finished" && reached.every(({ missedM }) => missedM === 0);
}
