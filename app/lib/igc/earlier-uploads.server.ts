import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import type { FlightFigures } from "~/lib/flight-log/flight-figures";
import { igcFiles, igcFileVersions } from "~db/schema";

/** A version as far as an upload needs to know it. */
export interface KnownVersion {
	readonly id: string;
	readonly igcFileId: string;
	readonly key: string;
	readonly state: "pending" | "ready" | "sweeping";
	readonly currentVersionId: string | null;
}

/**
 * The version with these bytes: of this pilot and day, or uploaded for them and given to somebody else by an
 * organiser since.
 */
export async function findVersion(
	db: Db,
	{
		entry,
		day,
		sha256,
	}: {
		readonly entry: { readonly id: string };
		readonly day: { readonly id: string };
		readonly sha256: string;
	},
	key: string,
): Promise<KnownVersion | undefined> {
	const isHere = and(eq(igcFiles.registrationId, entry.id), eq(igcFiles.dayId, day.id));
	const [version] = await db
		.select({
			id: igcFileVersions.id,
			igcFileId: igcFileVersions.igcFileId,
			key: igcFileVersions.key,
			state: igcFileVersions.state,
			currentVersionId: igcFiles.currentVersionId,
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.where(and(eq(igcFileVersions.sha256, sha256), or(isHere, eq(igcFileVersions.key, key))))
		.orderBy(desc(sql`${isHere}`), desc(sql`${igcFileVersions.state} = 'ready'`))
		.limit(1);
	return version;
}

/** A flight of the pilot and day a log was brought for. */
export interface KnownFlight {
	readonly id: string;
	readonly flightNumber: number;
	readonly currentVersionId: string | null;
	/** Of the version that counts; while there is none, of those on their way. */
	readonly figures: FlightFigures[];
}

/** The flights of a pilot on a day, whether or not their first log has arrived. */
export async function flightsOf(db: Db, registrationId: string, dayId: string): Promise<KnownFlight[]> {
	const rows = await db
		.select({
			id: igcFiles.id,
			flightNumber: igcFiles.flightNumber,
			currentVersionId: igcFiles.currentVersionId,
			figures: sql<string | null>`json_extract(${igcFileVersions.receipt}, '$.figures')`,
		})
		.from(igcFiles)
		.leftJoin(
			igcFileVersions,
			and(
				eq(igcFileVersions.igcFileId, igcFiles.id),
				inArray(igcFileVersions.state, ["pending", "ready"]),
				or(isNull(igcFiles.currentVersionId), eq(igcFileVersions.id, igcFiles.currentVersionId)),
			),
		)
		.where(and(eq(igcFiles.registrationId, registrationId), eq(igcFiles.dayId, dayId)))
		.orderBy(igcFiles.flightNumber);
	const flights = new Map<string, KnownFlight>();
	for (const { figures, ...row } of rows) {
		const flight = flights.get(row.id) ?? { ...row, figures: [] };
		if (figures) flight.figures.push(JSON.parse(figures));
		flights.set(row.id, flight);
	}
	return [...flights.values()];
}
