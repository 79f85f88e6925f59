import { tidyFileName } from "~/lib/files/file-name";
import { objectKey } from "~/lib/files/object-key";
import { flightIdentity } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { limits } from "~/lib/forms/limits";
import { type FlightIdentity, igcFiles, igcFileVersions } from "~db/schema";
import { readLog } from "../lib/read-log";
import { stableId } from "../reference/stable-id";
import { noFiles } from "./convert-content";
import { entryIdIn, noPilot } from "./convert-days";
import { digestOf } from "./file-index";
import { type Collection, createdAt, leftOut, type Moving, noDay, updatedAt } from "./moving";
import type { Reading } from "./read-document";
import type { Row, Target } from "./store-rows";

const ofFlights: Target = {
	table: igcFiles,
	key: ["id"],
	kept: ["standing"],
};
const ofVersions: Target = {
	table: igcFileVersions,
	key: ["id"],
	kept: ["receipt", "warnings", "state", "sender", "confirmation"],
};

/** Every file of the old site is a flight of its own, as each has an id of its own. */
export const movedLogs: Collection = {
	name: "igcfiles",
	held: "SELECT id FROM igc_files",
	isAudited: true,
	fields: ["name", "day", "pilot", "path", "mimetype", "size", "downloaded", "processed"],
	begin: async (moving) => {
		const numberOf = await flightNumbers(moving);
		const held = await moving.query(
			"SELECT id, igc_file_id, key, original_name, created_at FROM igc_file_versions",
		);
		const stored = new Map(held.map((row) => [row.id, `${row.created_at} ${row.original_name}`]));
		const versionAt = new Map(held.map((row) => [row.key, String(row.id)]));
		const flightAt = new Map(held.map((row) => [row.key, String(row.igc_file_id)]));
		const others = new Map<string, FlightIdentity[]>();
		return {
			convert: (reading) => {
				const dayId = reading.reference("day") ?? "";
				const date = moving.known.days.get(dayId);
				if (date === undefined) return noDay;
				const entry = moving.known.entries.get(entryIdIn(moving, reading) ?? "");
				if (!entry) return noPilot;
				if (entry.isErased) return leftOut("its pilot's account was erased here");
				if (!moving.files) return noFiles;
				const name = tidyFileName(reading.line("name", limits.fileName));
				const file = moving.files.find(reading.line("path", limits.url) || name);
				if ("missing" in file) return leftOut(file.missing);
				const bytes = file.read();
				const sha256 = digestOf(bytes);
				const ofDay = `${dayId} ${entry.id}`;
				const same = objectKey(moving, "igc", dayId, entry.id, sha256);
				const apart = `${same}-${reading.id}`;
				const own = [same, apart].find((one) => flightAt.get(one) === reading.id);
				const key = own ?? (flightAt.has(same) ? apart : same);
				flightAt.set(key, reading.id);
				const idOf = (what: string) => stableId(moving.edition.year, "moved-log", what);
				const first = idOf(`${reading.id}/${sha256}`);
				// The same file of another day or competitor than before is another version, as it lies elsewhere.
				const id =
					versionAt.get(key) ?? (stored.has(first) ? idOf(`${reading.id}/${sha256}/${ofDay}`) : first);
				const [originalName, at] = [name || `${date}.igc`, createdAt(reading)];
				const version = {
					...{ id, igcFileId: reading.id, key, originalName, size: file.size, sha256 },
					// As logs that counted before senders were recorded: it is not known who has sent it.
					...{ state: "ready", sender: "other", confirmation: "earlier", uploadedBy: null, createdAt: at },
				};
				// One that is stored was read then.
				const isStored = stored.get(id) === `${at.getTime()} ${originalName}`;
				const otherFlights = others.get(ofDay) ?? [];
				const log = isStored ? null : logIn(moving, bytes, { date, entry, otherFlights });
				if (log && "refused" in log) return leftOut(`its file is no flight log: ${log.refused}`);
				if (log?.flight) others.set(ofDay, [...otherFlights, flightIdentity(log.flight)]);
				const read = { receipt: log?.columns?.receipt ?? null, warnings: log?.columns?.warnings ?? null };
				const flight = { dayId, registrationId: entry.id, flightNumber: numberOf(reading.id, ofDay) };
				return { rows: rowsOf(reading, flight, { ...version, ...read }, file.path) };
			},
		};
	},
};

/** What a log says. A check looks whether it is one, and measures nothing. */
function logIn({ writes }: Moving, bytes: Uint8Array<ArrayBuffer>, flownBy: Parameters<typeof readLog>[1]) {
	if (writes) return readLog(bytes, flownBy);
	const reading = readFlightLog(bytes);
	return reading.ok ? { flight: null, columns: null } : { refused: reading.reason };
}

function rowsOf(
	reading: Reading,
	flight: Readonly<Record<"dayId" | "registrationId", string>> & { readonly flightNumber: number },
	version: Readonly<Record<"id" | "key" | "sha256", string>> & { readonly size: number },
	path: string,
): Row[] {
	const { id, key, size, sha256 } = version;
	const values = {
		...{ id: reading.id, ...flight, currentVersionId: id, standing: "scores" },
		...{ downloaded: reading.flag("downloaded"), processed: reading.flag("processed") },
		...{ createdAt: createdAt(reading), updatedAt: updatedAt(reading) },
	};
	return [
		{ target: ofFlights, values },
		{ target: ofVersions, values: version, object: { key, size, sha256, path } },
	];
}

/** Numbers the flights of each competitor on each day beside those that are there. A flight that is there keeps its number on its day. */
async function flightNumbers({
	query,
	known: { renamed },
}: Moving): Promise<(id: string, ofDay: string) => number> {
	const held = await query("SELECT id, day_id, registration_id, flight_number FROM igc_files");
	const numbers = new Map<string, number>();
	const taken = new Map<string, Set<number>>();
	const takenOn = (ofDay: string) => taken.get(ofDay) ?? new Set<number>();
	const take = (ofDay: string, number: number) => taken.set(ofDay, takenOn(ofDay).add(number));
	for (const { id, day_id: day, registration_id: entry, flight_number: number } of held) {
		const ofDay = `${renamed.get(String(day)) ?? day} ${entry}`;
		numbers.set(`${id} ${ofDay}`, Number(number));
		take(ofDay, Number(number));
	}
	return (id, ofDay) => {
		const known = numbers.get(`${id} ${ofDay}`);
		if (known !== undefined) return known;
		let next = 1;
		while (takenOn(ofDay).has(next)) next += 1;
		take(ofDay, next);
		return next;
	};
}
