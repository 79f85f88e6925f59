import { and, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { classOn } from "~/lib/db/flown.server";
import { pick } from "~/lib/pick";
import type { LogConfirmation, LogSender } from "~db/enums";
import { type FlightFigures, igcFiles, igcFileVersions, type Recorder, registrations } from "~db/schema";
import { isOwnLog } from "./log-rights/log-standing.server";

/** A version to which the same bytes were uploaded. */
export interface EarlierVersion {
	readonly id: string;
	readonly igcFileId: string;
	readonly key: string;
	readonly state: Exclude<(typeof igcFileVersions.$inferSelect)["state"], "removed">;
	readonly currentVersionId: string | null;
	readonly sender: LogSender;
	/** Null for a visitor. */
	readonly uploadedBy: string | null;
	readonly hasSecondSign: boolean;
	readonly confirmation: LogConfirmation | null;
	/** Whether it came after the results were announced, and no organiser has taken it. */
	readonly waits: boolean;
	/** Whether organisers have discarded it. */
	readonly isDiscarded: boolean;
	/** Account of the competitor whose flight it is. */
	readonly pilotId: string;
	readonly registrationId: string;
	/** Day of the flight. An organiser may have moved it. */
	readonly dayId: string;
	readonly classId: string;
}

/** Finds the version of the same bytes, also when an organiser has moved it to another pilot or day: its key stays. */
export async function earlierVersion(
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
): Promise<EarlierVersion | undefined> {
	const isHere = and(eq(igcFiles.registrationId, entry.id), eq(igcFiles.dayId, day.id));
	const isStored = ne(igcFileVersions.state, "removed");
	const [version] = await db
		.select({
			...pick(igcFileVersions, "id", "igcFileId", "key"),
			state: sql<EarlierVersion["state"]>`${igcFileVersions.state}`,
			currentVersionId: igcFiles.currentVersionId,
			...pick(igcFileVersions, "sender", "uploadedBy", "hasSecondSign", "confirmation", "waits"),
			isDiscarded: sql`${igcFileVersions.discardReason} IS NOT NULL`.mapWith(Boolean),
			pilotId: registrations.userId,
			...pick(igcFiles, "registrationId", "dayId"),
			classId: classOn(igcFiles.dayId),
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(and(eq(igcFileVersions.sha256, sha256), or(isHere, eq(igcFileVersions.key, key)), isStored))
		.orderBy(desc(sql`${isHere}`), desc(sql`${igcFileVersions.state} = 'ready'`))
		.limit(1);
	return version;
}

interface EarlierFlight {
	readonly id: string;
	readonly flightNumber: number;
	readonly currentVersionId: string | null;
	/** Figures of the version that counts, or of all pending versions while none counts. */
	readonly figures: readonly FlightFigures[];
}

/** Selects the flights of a pilot on a day, including those whose first upload is not finished. */
export async function earlierFlights(
	db: Db,
	registrationId: string,
	dayId: string,
): Promise<readonly EarlierFlight[]> {
	const rows = await db
		.select({
			...pick(igcFiles, "id", "flightNumber", "currentVersionId"),
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
	const flights = new Map<string, EarlierFlight>();
	for (const { figures, ...row } of rows) {
		const earlier = flights.get(row.id)?.figures ?? [];
		flights.set(row.id, { ...row, figures: figures ? [...earlier, JSON.parse(figures)] : earlier });
	}
	return [...flights.values()];
}

export function ownRecorders(db: Db, registrationId: string) {
	return db
		.selectDistinct({
			recorder: sql`json_extract(${igcFileVersions.receipt}, '$.figures.recorder')`.mapWith(
				(text: string): Recorder => JSON.parse(text),
			),
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.where(and(eq(igcFiles.registrationId, registrationId), isOwnLog(igcFileVersions)));
}
