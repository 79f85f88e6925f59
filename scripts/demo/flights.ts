import type { Position } from "~/lib/geodesy/position";
import type {
	competitionDays,
	competitorStatuses,
	gliderTypes,
	igcFiles,
	registrations,
	users,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import { restrictedPlace } from "./airspace";
import { startNumberOfPilot } from "./entries";
import { type IgcFileOptions, igcFile } from "./igc-generator";
import type { Random } from "./random";
import { lengthOf, routeOf, turnedBack } from "./routes";
import { storedLog } from "./stored-log";
import type { tasksOf } from "./tasks";

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
	readonly tasks: ReturnType<typeof tasksOf>;
}

/** On the first day; one pilot fewer on each later day. */
const mostPilots = 8;

/** Pilots of a day whose log is processed and downloaded. The second pilot has uploaded two logs. */
const processed = 3;
const downloaded = 4;
const editedPilot = 1;

/** Who flies through a restricted area: a pilot of the second flown day, whose way leads past it. */
const trespass = { day: 1, pilot: 2 };

/** Of the day in the air. */
const firstLogs = 3;

/** Seconds between two fixes. */
const interval = 8;

/** Metres a second, of somebody who turns back. */
const cruise = 24;

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
			pilots.slice(0, mostPilots - index).map((entry, order) => {
				const path: readonly Position[] = pathOf(day, entry, field);
				const isTrespasser = index === trespass.day && order === trespass.pilot;
				const flown = isTrespasser ? path.toSpliced(1, 0, restrictedPlace(edition)) : path;
				return lateUpload(edition, { day, entry, order, path: flown }, field, random);
			}),
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

interface FlownPath {
	readonly day: Day;
	readonly entry: Entry;
	/** Place of the pilot among those of the day. */
	readonly order: number;
	readonly path: readonly Position[];
}

/** In the evening of a day that has been flown. */
function lateUpload(
	edition: Edition,
	{ day, entry, order, path }: FlownPath,
	field: Field,
	random: Random,
): Upload {
	const start = Date.parse(`${day.date}T10:${random.integer(31, 50)}:00Z`);
	const landing = start + (lengthOf(path) / random.integer(20, 27)) * second;
	const takeOff = start - random.integer(35, 50) * minute;
	const edited = order === editedPilot;
	return {
		day,
		entry,
		at: new Date(`${day.date}T15:${10 + order * 5}:00Z`),
		options: optionsOf(
			edition,
			{ day, entry, takeOff, landing },
			field,
			routeOf(path, { takeOff, start, landing }),
			random,
		),
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
			const takeOff = Date.parse(`${today.date}T09:${random.integer(42, 55)}:00Z`);
			const start = Date.parse(`${today.date}T10:${random.integer(31, 36)}:00Z`);
			const landing = updatedAt.getTime() - 5 * minute;
			const farM = ((landing - start) / second / 2) * cruise;
			const route = routeOf(turnedBack(pathOf(today, entry, field), farM), { takeOff, start, landing });
			return {
				day: today,
				entry,
				at: new Date(updatedAt.getTime() + 5 * minute),
				options: optionsOf(edition, { day: today, entry, takeOff, landing }, field, route, random),
				downloaded: false,
				processed: false,
				edited: false,
			};
		});
}

interface Flown {
	readonly day: Day;
	readonly entry: Entry;
	/** Milliseconds since 1970. */
	readonly takeOff: number;
	readonly landing: number;
}

/** The points of the task of the competitor's class. */
function pathOf(day: Day, { competitionClassId }: Entry, { tasks }: Field) {
	return (
		tasks.find((task) => task.dayId === day.id && task.competitionClassId === competitionClassId)?.points ??
		[]
	);
}

function optionsOf(
	{ airfield }: Edition,
	{ day, entry, takeOff, landing }: Flown,
	{ users, gliderTypes }: Field,
	route: readonly Position[],
	random: Random,
): IgcFileOptions {
	const groundSeconds = random.integer(120, 600);
	const begin = new Date(takeOff - groundSeconds * second);
	const seconds = (landing - takeOff) / second + 2 * groundSeconds;
	const user = users.find(({ id }) => id === entry.userId);
	return {
		date: day.date,
		start: begin.toISOString().slice(11, 19),
		fixes: Math.floor(seconds / interval),
		interval,
		pilot: `${user?.name} ${user?.surname}`,
		gliderType: gliderTypes.find(({ id }) => id === entry.gliderTypeId)?.name ?? "",
		registration: entry.registrationNumber,
		competitionNumber: entry.startNumber,
		flight: { ...airfield, groundSeconds, route },
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
