import { createHash } from "node:crypto";
import { analyseFlight } from "~/lib/flight-log/analyse-flight";
import { warningsFor } from "~/lib/flight-log/flight-log-warnings";
import { recordFlight } from "~/lib/flight-log/flight-record";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import type {
	competitionDays,
	competitorStatuses,
	gliderTypes,
	igcFiles,
	igcFileVersions,
	registrations,
	users,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import type { DemoFile } from "./documents";
import { startNumberOfPilot } from "./entries";
import { type IgcFileOptions, igcFile } from "./igc-generator";
import type { Random } from "./random";

type Day = typeof competitionDays.$inferInsert;
type Entry = typeof registrations.$inferInsert;

interface Field {
	/** Those that have been flown, and days without a task. */
	readonly days: readonly Day[];
	/** The day in the air; none in a past season. */
	readonly today?: Day | undefined;
	readonly statuses: readonly (typeof competitorStatuses.$inferInsert)[];
	readonly users: readonly (typeof users.$inferInsert)[];
	readonly registrations: readonly Entry[];
	readonly gliderTypes: readonly (typeof gliderTypes.$inferInsert)[];
}

/** On the first day; one pilot fewer on each later day. */
const mostPilots = 8;

/** Pilots of a day whose log is processed and downloaded. The second pilot has uploaded two logs. */
const processed = 3;
const downloaded = 4;
const editedPilot = 1;

/** Of the day in the air. */
const firstLogs = 3;

/** Seconds between two fixes. */
const interval = 8;

/** Milliseconds. */
const second = 1_000;
const minute = 60 * second;

/** An upload, with what organisers have done with it since. */
interface Upload {
	readonly day: Day;
	readonly entry: Entry;
	readonly at: Date;
	readonly options: IgcFileOptions;
	readonly downloaded: boolean;
	readonly processed: boolean;
	/** Whether another log follows half an hour later. */
	readonly edited: boolean;
}

/**
 * Flight logs of some pilots, the demo account among them, on the days with a task: the rows that uploads and organisers
 * would write, and the bytes for the bucket. On the day in the air, the first who are home have sent theirs.
 */
export function flightsOf(edition: Edition, field: Field, random: Random) {
	const competitors = field.registrations.filter(({ accepted, isReserve }) => accepted && !isReserve);
	const own = competitors.filter(({ startNumber }) => startNumber === startNumberOfPilot);
	const others = random.shuffle(competitors.filter((entry) => !own.includes(entry)));
	const pilots = [...own, ...others].slice(0, mostPilots);
	const uploads = field.days
		.filter(({ task }) => task === "TASK")
		.flatMap((day, index) =>
			pilots
				.slice(0, mostPilots - index)
				.map((entry, order) => lateUpload(edition, day, entry, order, field, random)),
		);
	const flights = [...uploads, ...firstUploads(edition, field, random)].map((upload) =>
		flightOf(edition, upload),
	);
	const versions = flights.flatMap((flight) => flight.versions);
	return {
		igcFiles: flights.map(({ flight }) => flight),
		igcFileVersions: versions.map(({ version }) => version),
		files: versions.map(({ file }) => file),
	};
}

/** In the evening of a day that has been flown. @param order place of the pilot among those of the day */
function lateUpload(
	edition: Edition,
	day: Day,
	entry: Entry,
	order: number,
	field: Field,
	random: Random,
): Upload {
	const start = `09:${random.integer(10, 59)}:${random.integer(10, 59)}`;
	const edited = order === editedPilot;
	return {
		day,
		entry,
		at: new Date(`${day.date}T15:${10 + order * 5}:00Z`),
		options: optionsOf(edition, day, entry, field, { start, fixes: random.integer(900, 1500) }, random),
		downloaded: order < downloaded && !edited,
		processed: order < processed && !edited,
		edited,
	};
}

/** Of those who are home already, five minutes after they were seen. */
function firstUploads(edition: Edition, field: Field, random: Random): Upload[] {
	const { today } = field;
	if (!today) return [];
	return field.statuses
		.filter(({ dayId, status }) => dayId === today.id && status === "HOME")
		.sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime())
		.slice(0, firstLogs)
		.flatMap(({ registrationId, updatedAt }) => {
			const entry = field.registrations.find(({ id }) => id === registrationId);
			if (!entry) return [];
			const start = `09:${random.integer(38, 50)}:00`;
			const landedAt = updatedAt.getTime() - minute;
			const fixes = Math.floor((landedAt - Date.parse(`${today.date}T${start}Z`)) / (interval * second));
			return {
				day: today,
				entry,
				at: new Date(updatedAt.getTime() + 5 * minute),
				options: optionsOf(edition, today, entry, field, { start, fixes }, random),
				downloaded: false,
				processed: false,
				edited: false,
			};
		});
}

function optionsOf(
	{ airfield }: Edition,
	day: Day,
	entry: Entry,
	{ users, gliderTypes }: Field,
	times: Required<Pick<IgcFileOptions, "start" | "fixes">>,
	random: Random,
): IgcFileOptions {
	const user = users.find(({ id }) => id === entry.userId);
	return {
		date: day.date,
		...times,
		interval,
		pilot: `${user?.name} ${user?.surname}`,
		gliderType: gliderTypes.find(({ id }) => id === entry.gliderTypeId)?.name ?? "",
		registration: entry.registrationNumber,
		competitionNumber: entry.startNumber,
		flight: { ...airfield, groundSeconds: random.integer(120, 600) },
	};
}

function flightOf({ year }: Edition, upload: Upload) {
	const { day, entry, at: firstAt, options, edited } = upload;
	const name = `${day.date}/${entry.id}`;
	const id = stableId(year, "igc-file", name);
	const lastAt = edited ? new Date(firstAt.getTime() + 30 * minute) : firstAt;
	const versionOf = (which: string, at: Date, flown: IgcFileOptions) =>
		storedLog(day, entry, new Uint8Array(igcFile(flown)), {
			id: stableId(year, "igc-file-version", `${name}/${which}`),
			igcFileId: id,
			keyPrefix: `${year}/igc/${day.id}/${entry.id}`,
			createdAt: at,
		});
	const last = versionOf("last", lastAt, options);
	const versions = edited ? [versionOf("first", firstAt, { ...options, signed: false }), last] : [last];
	const flight: typeof igcFiles.$inferInsert = {
		id,
		registrationId: entry.id,
		dayId: day.id,
		flightNumber: 1,
		currentVersionId: last.version.id,
		downloaded: upload.downloaded,
		processed: upload.processed,
		editedAt: edited ? lastAt : null,
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
