import { createHash } from "node:crypto";
import { analyseFlight } from "~/lib/flight-log/analyse-flight";
import { warningsFor } from "~/lib/flight-log/flight-log-warnings";
import { recordFlight } from "~/lib/flight-log/flight-record";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import type {
	competitionDays,
	gliderTypes,
	igcFiles,
	igcFileVersions,
	registrations,
	users,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import type { DemoFile } from "./documents";
import { type IgcFileOptions, igcFile } from "./igc-generator";
import type { Random } from "./random";

type Day = typeof competitionDays.$inferInsert;
type Entry = typeof registrations.$inferInsert;

interface Field {
	readonly days: readonly Day[];
	readonly users: readonly (typeof users.$inferInsert)[];
	readonly registrations: readonly Entry[];
	readonly gliderTypes: readonly (typeof gliderTypes.$inferInsert)[];
}

/** On the first day; one pilot fewer on each later day. */
const mostPilots = 8;
const startNumberOfPilot = "7K";

/** Pilots of a day whose log is processed and downloaded. The second pilot has uploaded two logs. */
const processed = 3;
const downloaded = 4;
const editedPilot = 1;

/**
 * Flight logs of some pilots, the demo account among them, on the days with a task: the rows that uploads and organisers
 * would write, and the bytes for the bucket.
 */
export function flightsOf(edition: Edition, field: Field, random: Random) {
	const competitors = field.registrations.filter(({ accepted, isReserve }) => accepted && !isReserve);
	const own = competitors.filter(({ startNumber }) => startNumber === startNumberOfPilot);
	const others = random.shuffle(competitors.filter((entry) => !own.includes(entry)));
	const pilots = [...own, ...others].slice(0, mostPilots);
	const flights = field.days
		.filter(({ task }) => task === "TASK")
		.flatMap((day, index) =>
			pilots
				.slice(0, mostPilots - index)
				.map((entry, order) =>
					flightOf(edition, day, entry, order, optionsOf(edition, day, entry, field, random)),
				),
		);
	const versions = flights.flatMap((flight) => flight.versions);
	return {
		igcFiles: flights.map(({ flight }) => flight),
		igcFileVersions: versions.map(({ version }) => version),
		files: versions.map(({ file }) => file),
	};
}

function optionsOf(
	{ airfield }: Edition,
	day: Day,
	entry: Entry,
	{ users, gliderTypes }: Field,
	random: Random,
): IgcFileOptions {
	const user = users.find(({ id }) => id === entry.userId);
	return {
		date: day.date,
		start: `09:${random.integer(10, 59)}:${random.integer(10, 59)}`,
		fixes: random.integer(900, 1500),
		interval: 8,
		pilot: `${user?.name} ${user?.surname}`,
		gliderType: gliderTypes.find(({ id }) => id === entry.gliderTypeId)?.name ?? "",
		registration: entry.registrationNumber,
		competitionNumber: entry.startNumber,
		flight: { ...airfield, groundSeconds: random.integer(120, 600) },
	};
}

/** @param order place of the pilot among those of the day */
function flightOf({ year }: Edition, day: Day, entry: Entry, order: number, options: IgcFileOptions) {
	const name = `${day.date}/${entry.id}`;
	const id = stableId(year, "igc-file", name);
	const firstAt = new Date(`${day.date}T15:${10 + order * 5}:00Z`);
	const isEdited = order === editedPilot;
	const lastAt = isEdited ? new Date(firstAt.getTime() + 1_800_000) : firstAt;
	const versionOf = (which: string, at: Date, flown: IgcFileOptions) =>
		storedLog(day, entry, new Uint8Array(igcFile(flown)), {
			id: stableId(year, "igc-file-version", `${name}/${which}`),
			igcFileId: id,
			keyPrefix: `${year}/igc/${day.id}/${entry.id}`,
			createdAt: at,
		});
	const last = versionOf("last", lastAt, options);
	const versions = isEdited ? [versionOf("first", firstAt, { ...options, signed: false }), last] : [last];
	const flight: typeof igcFiles.$inferInsert = {
		id,
		registrationId: entry.id,
		dayId: day.id,
		flightNumber: 1,
		currentVersionId: last.version.id,
		downloaded: order < downloaded && !isEdited,
		processed: order < processed && !isEdited,
		editedAt: isEdited ? lastAt : null,
		createdAt: firstAt,
		updatedAt: lastAt,
	};
	return { flight, versions };
}

interface StoredLog {
	readonly id: string;
	readonly igcFileId: string;
	readonly keyPrefix: string;
	readonly createdAt: Date;
}

function storedLog(
	day: Day,
	entry: Entry,
	bytes: Uint8Array<ArrayBuffer>,
	{ keyPrefix, ...ids }: StoredLog,
): { readonly version: typeof igcFileVersions.$inferInsert; readonly file: DemoFile } {
	const reading = readFlightLog(bytes);
	if (!reading.ok) throw new Error(`The demo flight is no flight: ${reading.reason}`);
	const flight = analyseFlight(reading.log);
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const key = `${keyPrefix}/${sha256}`;
	const version = {
		...ids,
		key,
		originalName: `${day.date}-LXV-6MS-01.igc`,
		size: bytes.byteLength,
		sha256,
		state: "ready" as const,
		receipt: recordFlight(flight),
		warnings: warningsFor(flight, {
			day: day.date,
			startNumber: entry.startNumber,
			registrationNumber: entry.registrationNumber,
			loggers: entry.logger,
			otherFlights: [],
		}),
		uploadedBy: null,
	};
	return { version, file: { key, mimetype: "application/vnd.fai.igc", bytes } };
}
