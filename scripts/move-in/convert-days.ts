import { z } from "zod";
import { pragueDate } from "~/lib/editions/prague-time";
import { limits } from "~/lib/forms/limits";
import { pilotStatuses, taskStatuses } from "~db/enums";
import { competitionDays, pilotDays, trackingEntries } from "~db/schema";
import {
	type Collection,
	classAndDayOf,
	heldClassDay,
	isMovedId,
	leftOut,
	type Moving,
	noDay,
	updatedAt,
} from "./moving";
import type { Reading } from "./read-document";
import type { Target } from "./store-rows";

const ofDays: Target = {
	table: competitionDays,
	key: ["id"],
	kept: ["version"],
	isOurs: ({ version }) => version !== 1,
};
const ofPilotDays: Target = {
	table: pilotDays,
	key: ["dayId", "registrationId"],
	// Somebody at the desk has said it since.
	isOurs: ({ status_by: by }) => by !== null && by !== undefined,
};
const ofTracking: Target = { table: trackingEntries, key: ["id"] };

export const movedDays: Collection = {
	name: "competitiondays",
	held: "SELECT id FROM competition_days",
	fields: ["name", "date", "task"],
	begin: async (moving) => {
		const { query, known, survey } = moving;
		const held = await query("SELECT id, date, version FROM competition_days");
		const taken = new Map(held.map((row) => [String(row.date), String(row.id)]));
		const moved = new Set<string>();
		return {
			convert: (reading) => {
				const date = dateOf(reading);
				if (date === null) return leftOut("it has no date");
				if (moved.has(date)) return leftOut("another day has its date");
				const holder = taken.get(date);
				const was = holder === reading.id || held.some(({ id }) => id === reading.id) ? undefined : holder;
				moved.add(date);
				known.days.set(reading.id, date);
				if (was !== undefined) known.renamed.set(was, reading.id);
				const isScored = survey.scoredDays.has(reading.id);
				const values = {
					id: reading.id,
					name: reading.line("name", limits.dayName) || date,
					date,
					task: taskOf(reading, isScored),
					version: 1,
					updatedAt: updatedAt(reading),
				};
				return { rows: [{ target: ofDays, values, was }] };
			},
		};
	},
};

/** Local date of a day, which the dump has as a time or a text. */
function dateOf(reading: Reading): string | null {
	const text = reading.secret("date");
	// Without a zone a time is that of the competition.
	const [, date] = /^(\d{4}-\d\d-\d\d)(?:[T ][\d:.]*)?$/.exec(text) ?? [];
	if (z.iso.date().safeParse(date).success) return date ?? null;
	const time = reading.time("date");
	return time && pragueDate(time);
}

/** Results are shown of a day with a task. */
function taskOf(reading: Reading, isScored: boolean) {
	const stated = reading.line("task", limits.name) || "NO_TASK";
	const task = taskStatuses.find((one) => one === stated);
	if (!task) reading.note("its task is none that is known: it has no task", "task", stated);
	if (!isScored || task === "TASK_CANCELLED") return task ?? "NO_TASK";
	if (task !== "TASK") reading.note("it has results: it has a task");
	return "TASK";
}

/** The entry of a pilot: the dump names the entry or its account. */
export function entryIdIn({ known }: Moving, reading: Reading): string | null {
	const id = reading.reference("pilot") ?? "";
	if (known.entries.has(id)) return id;
	return known.entryOfUser.get(id) ?? null;
}

export const noPilot = leftOut("its pilot leads nowhere, or is left out");

export const movedStatuses: Collection = {
	name: "competitorstatuses",
	held: "SELECT status_id AS id FROM pilot_days WHERE status_id IS NOT NULL",
	fields: ["day", "pilot", "status"],
	begin: async (moving) => {
		const seen = new Set<string>();
		return {
			convert: (reading) => {
				const dayId = reading.reference("day") ?? "";
				if (!moving.known.days.has(dayId)) return noDay;
				const registrationId = entryIdIn(moving, reading);
				if (registrationId === null) return noPilot;
				const key = `${dayId} ${registrationId}`;
				if (seen.has(key)) return leftOut("its pilot has another status on the day");
				seen.add(key);
				const stated = reading.line("status", limits.name);
				const status = pilotStatuses.find((one) => one === stated) ?? null;
				if (stated !== "" && status === null)
					reading.note("its status is none that is known: it is empty", "status", stated);
				const values = {
					dayId,
					registrationId,
					statusId: reading.id,
					status,
					statusAt: updatedAt(reading),
					statusBy: null,
				};
				return { rows: [{ target: ofPilotDays, values }] };
			},
		};
	},
};

export const movedTracking: Collection = {
	name: "trackings",
	held: "SELECT id FROM tracking_entries",
	fields: ["day", "competitionClass", "taskUrl"],
	begin: async (moving) => {
		const { query, known } = moving;
		const held = await query("SELECT id, day_id, competition_class_id FROM tracking_entries");
		const holders = new Map(held.map((row) => [heldClassDay(known, row), String(row.id)]));
		// The audit log names the day, and says the class: by its id, or of a whole day the address of each class by its type.
		const set = await query(
			`SELECT subject_id AS day_id, coalesce(json_extract(after, '$.classId'), json_extract(before, '$.classId')) AS competition_class_id
			FROM audit_log WHERE action IN ('tracking.set', 'tracking.remove')
			UNION SELECT subject_id, competition_classes.id FROM audit_log, json_each(after, '$.taskUrls') AS address
			JOIN competition_classes ON competition_classes.type = address.key
			WHERE action = 'competition-day.update' AND address.value IS NOT json_extract(before, '$.taskUrls."' || address.key || '"')`,
		);
		const changedHere = new Set(set.map((row) => heldClassDay(known, row)));
		const seen = new Set<string>();
		return {
			convert: (reading) => {
				const of = classAndDayOf(moving, reading);
				if ("leftOut" in of) return of;
				const { competitionClassId, dayId, key } = of;
				const taskUrl = reading.line("taskUrl", limits.url);
				if (taskUrl === "") return leftOut("it has no address of a task");
				const holder = holders.get(key);
				if (seen.has(key) || (holder !== undefined && !isMovedId(holder)))
					return leftOut("its class has another one on the day");
				if (changedHere.has(key)) return leftOut("somebody has set or removed it here since");
				seen.add(key);
				const was = holder === reading.id ? undefined : holder;
				const values = { id: reading.id, dayId, competitionClassId, taskUrl, updatedAt: updatedAt(reading) };
				return { rows: [{ target: ofTracking, values, was }] };
			},
		};
	},
};
