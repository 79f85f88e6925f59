import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { logComplaint } from "~/lib/flights/igc-file/flight-log";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { done, type Result, refuse } from "~/lib/result";
import { airspacesInForce } from "~/lib/tasks/charts/charts-queries.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { inForceOf, tasksOfClass } from "~/lib/tasks/tasks-queries.server";
import type { FlightResult } from "~db/schema";
import { withAirspace } from "./airspace/airspace-findings";
import { terrainBelow } from "./airspace/terrain-below.server";
import { judgeFlight } from "./judge-flight";
import { checkedAirspaces } from "./scoring-queries.server";

/** A log evaluated against a version of the task. Nothing of it is stored. */
export interface TriedLog {
	readonly version: string;
	readonly isDraft: boolean;
	readonly points: readonly string[];
	readonly result: FlightResult;
}

/** Evaluates a log against the draft of the class, or else the version in force. The errors are keyed by the field `log`. */
export async function tryLog(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	file: FormDataEntryValue | null,
): Promise<Result<TriedLog, "not-found" | "invalid-flight-log">> {
	const { db, edition } = ctx;
	const { versions, inForce } = await read(db, {
		versions: tasksOfClass(db, classDay),
		inForce: airspacesInForce(db),
	});
	const task = versions.find(({ state }) => state === "draft") ?? inForceOf(versions);
	if (!task) return refuse("not-found");
	if (!(file instanceof File) || file.size === 0)
		return refuse("invalid-flight-log", { log: "form.field.required" });
	const reading = readFlightLog(new Uint8Array(await file.arrayBuffer()));
	if (!reading.ok) return refuse("invalid-flight-log", { log: logComplaint(reading.reason, reading.line) });
	const flight = analyseFlight(reading.log);
	const checked = checkedAirspaces(edition, inForce);
	const terrain = await terrainBelow(ctx, checked, flight);
	const day = { task, date: task.date, airfield: edition.airfield, terrain };
	const { result, spaces } = judgeFlight(checked, day, flight);
	return done({
		version: versionLetter(task.number),
		isDraft: task.state === "draft",
		points: task.points.map(({ name }) => name),
		result: withAirspace(result, spaces, task.briefing.inactiveAirspace),
	});
}
