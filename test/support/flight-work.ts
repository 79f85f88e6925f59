import { analyseFlight, drawnFlight } from "~/lib/flights/igc-file/analyse-flight";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { flownTrack, thinTrack } from "~/lib/flights/replay/thin-track";
import { judgeFlight } from "~/lib/scoring/judge-flight";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import { airfield, flyingDate } from "./flown";
import { hostileAirspace, hostileTasks } from "./hostile-logs";
import { nationalAirspace } from "./national-airspace";

/* What the Worker does with a flight log, to be timed. */

const spaces = [...readOpenAir(nationalAirspace()).airspaces, hostileAirspace];

/** All that an upload does with a file before it is answered. */
export function upload(file: Uint8Array): void {
	const reading = readFlightLog(file);
	if (reading.ok) recordFlight(analyseFlight(reading.log));
}

export function score(file: Uint8Array, task: keyof typeof hostileTasks): void {
	const reading = readFlightLog(file);
	const day = { task: hostileTasks[task], date: flyingDate, airfield };
	if (reading.ok) judgeFlight(spaces, day, analyseFlight(reading.log));
}

export function replay(file: Uint8Array): void {
	const reading = readFlightLog(file);
	if (!reading.ok) return;
	const track = flownTrack([drawnFlight(analyseFlight(reading.log))], airfield.elevation);
	if (track.length > 0) thinTrack(track);
}
