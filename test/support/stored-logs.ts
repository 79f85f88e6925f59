import { createHash } from "node:crypto";
import { igcFiles, igcFileVersions, registrations, users } from "~db/schema";
import { insertRows, prepareAll } from "../../scripts/database/insert-rows";

const at = new Date(0);
const times = { createdAt: at, updatedAt: at };

/** The id of the first row of a table with reference data. */
async function firstOf(database: D1Database, table: string): Promise<string> {
	const id = await database.prepare(`SELECT id FROM ${table} LIMIT 1`).first<string>("id");
	if (!id) throw new Error(`${table} has no rows.`);
	return id;
}

/**
 * Stores flight logs of one competitor, in a database with reference data alone.
 * @param put gets the key and the bytes of each
 */
export async function storeLogs(
	database: D1Database,
	logs: number,
	put: (key: string, bytes: Uint8Array) => unknown,
): Promise<void> {
	const account = {
		id: "pilot",
		email: "jana@glider.cz",
		name: "Jana",
		surname: "Nová",
		passwordHash: "",
	};
	const entry = {
		...{ id: "pilot", number: 1, userId: "pilot", phone: "", aeroclub: "", logger: "", hasEngine: false },
		...{ registrationNumber: "OK-1234", startNumber: "JN", quantity: 1, meals: 0 },
		regionId: await firstOf(database, "regions"),
		gliderTypeId: await firstOf(database, "glider_types"),
		competitionClassId: await firstOf(database, "competition_classes"),
		accommodationTypeId: await firstOf(database, "accommodation_types"),
	};
	const dayId = await firstOf(database, "competition_days");
	const flights = Array.from({ length: logs }, (_, index) => ({
		...{ id: `flight-${index}`, registrationId: "pilot", dayId, flightNumber: index + 1 },
		currentVersionId: `log-${index}`,
		...times,
	}));
	const versions = await Promise.all(
		flights.map(async ({ id, currentVersionId: log }) => {
			const bytes = new TextEncoder().encode(`${log} ě`);
			const key = `igc/${log}.igc`;
			await put(key, bytes);
			return {
				...{ id: log, igcFileId: id, key, originalName: "log.igc", size: bytes.byteLength },
				sha256: createHash("sha256").update(bytes).digest("hex"),
				...{ state: "ready" as const, receipt: {} as never, warnings: [], createdAt: at },
			};
		}),
	);
	await database.batch(
		prepareAll(database, [
			...insertRows(users, [{ ...account, ...times }]),
			...insertRows(registrations, [{ ...entry, ...times }]),
			...insertRows(igcFiles, flights),
			...insertRows(igcFileVersions, versions),
		]),
	);
}
