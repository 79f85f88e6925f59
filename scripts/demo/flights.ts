import type { igcFiles } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import { startNumberOfPilot } from "./entries";
import { recorderOf } from "./equipment";
import type { DemoFlight, Field } from "./flown-days";
import { type IgcFileOptions, igcFile } from "./igc-generator";
import { randomOf } from "./random";
import { storedLog } from "./stored-log";

/** Flights of each class on the last flown day that still wait for the scorer, and those with another log since. */
const unprocessed = 6;
const edited = 1;

/** Milliseconds. */
const second = 1_000;
const minute = 60 * second;

/** A log that counts, with the flight of its bytes. */
export type DemoLog = ReturnType<typeof storedLog> &
	Pick<DemoFlight, "day" | "entry"> & {
		/** When its first version came. */
		readonly sentAt: Date;
	};

/**
 * The logs of the flights: the rows that uploads and organisers would write, and the bytes for the bucket. Logs come within
 * 40 minutes of the landing, but for the late ones.
 */
export function logsOf(edition: Edition, field: Field, flights: readonly DemoFlight[]) {
	const lastDay = field.days.at(-1);
	const sent = flights.map((flight) => {
		const place = flights.filter(({ day, entry }) => isBeside(flight, { day, entry })).indexOf(flight);
		const isDone = flight.day !== field.today && !(flight.day === lastDay && place < unprocessed);
		return logOf(edition, field, flight, {
			isDone,
			isEdited: place === edited && flight.day !== field.today,
		});
	});
	return {
		counted: sent.map(({ last }) => last),
		igcFiles: sent.map(({ row }) => row),
		igcFileVersions: sent.flatMap(({ versions }) => versions.map(({ version }) => version)),
		files: sent.flatMap(({ versions }) => versions.map(({ file }) => file)),
	};
}

function isBeside(flight: DemoFlight, { day, entry }: Pick<DemoFlight, "day" | "entry">): boolean {
	return day === flight.day && entry.competitionClassId === flight.entry.competitionClassId;
}

const nameOf = (day: DemoFlight["day"], entry: DemoFlight["entry"]) => `${day.date}/${entry.id}`;

/** The log of an entry on a day, if it has flown. */
export function logIdOf({ year }: Edition, day: DemoFlight["day"], entry: DemoFlight["entry"]): string {
	return stableId(year, "igc-file", nameOf(day, entry));
}

interface Handling {
	/** Downloaded and processed by organisers. */
	readonly isDone: boolean;
	/** Whether another log followed a quarter of an hour later. */
	readonly isEdited: boolean;
}

function logOf(edition: Edition, field: Field, flight: DemoFlight, { isDone, isEdited }: Handling) {
	const { day, entry, role, fixes } = flight;
	const { year } = edition;
	const name = nameOf(day, entry);
	const id = logIdOf(edition, day, entry);
	const random = randomOf(`demo/${year}/log/${name}`);
	const landing = Date.parse(`${day.date}T00:00:00Z`) + (fixes.at(-1)?.time ?? 0) * second;
	const isOwn = entry.startNumber === startNumberOfPilot;
	const wait = role === "late" ? 75 : day === field.today ? 2 : isOwn ? 12 : random.integer(4, 24);
	const firstAt = new Date(landing + wait * minute);
	const lastAt = isEdited ? new Date(firstAt.getTime() + 15 * minute) : firstAt;
	const options = optionsOf(field, flight);
	const versionOf = (which: string, at: Date, flown: IgcFileOptions) =>
		storedLog(day, entry, new Uint8Array(igcFile(flown)), {
			id: stableId(year, "igc-file-version", `${name}/${which}`),
			igcFileId: id,
			keyPrefix: `${year}/igc/${day.id}/${entry.id}`,
			createdAt: at,
		});
	const stored = versionOf("last", lastAt, options);
	const row: typeof igcFiles.$inferInsert = {
		id,
		registrationId: entry.id,
		dayId: day.id,
		flightNumber: 1,
		currentVersionId: stored.version.id,
		downloaded: isDone && !isEdited,
		processed: isDone && !isEdited,
		editedAt: isEdited ? lastAt : null,
		createdAt: firstAt,
		updatedAt: lastAt,
	};
	return {
		row,
		versions: isEdited ? [versionOf("first", firstAt, { ...options, signed: false }), stored] : [stored],
		last: { ...stored, day, entry, sentAt: lastAt } satisfies DemoLog,
	};
}

function optionsOf({ users, gliderTypes }: Field, { day, entry, fixes }: DemoFlight): IgcFileOptions {
	const user = users.find(({ id }) => id === entry.userId);
	return {
		date: day.date,
		pilot: `${user?.name} ${user?.surname}`,
		gliderType: gliderTypes.find(({ id }) => id === entry.gliderTypeId)?.name ?? "",
		registration: entry.registrationNumber,
		competitionNumber: entry.startNumber,
		flown: fixes,
		...recorderOf(entry.logger ?? ""),
	};
}
