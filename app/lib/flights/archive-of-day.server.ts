import { makeZip, predictLength } from "client-zip";
import { and, eq, ne } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { readObject } from "~/lib/files/object-storage.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import type { LogStanding } from "~db/enums";
import { igcFiles } from "~db/schema";
import { type DeliveredFlight, deliveredFlights } from "./flights-queries.server";
import { downloadNames } from "./igc-json.server";

interface Archive {
	readonly name: string;
	/** Size in bytes. A body that breaks off is shorter, so the client sees that it is incomplete. */
	readonly size: number;
	readonly body: ReadableStream<Uint8Array>;
	readonly flights: readonly DeliveredFlight[];
}

const logFolders = ["", "backup/", "unconfirmed/"] as const;

function folderOf(standing: LogStanding): (typeof logFolders)[number] {
	if (standing === "scores") return "";
	return standing === "backup" ? "backup/" : "unconfirmed/";
}

/** Condition of a flight: its log is in the archive of its day, as organisers have not discarded it. */
export const isArchived = ne(igcFiles.standing, "discarded");

export function archivedFlights(db: Db, dayId: string) {
	return deliveredFlights(db, and(eq(igcFiles.dayId, dayId), isArchived));
}

/**
 * The logs of a day that count, as a ZIP file with a folder for each class, named by its type. It streams one log at a time from
 * the bucket. Those of a second recorder are in the same folders below `backup`; logs that nobody has confirmed, or that wait for an
 * organiser, score nothing, and are below `unconfirmed`.
 */
export async function archiveOfDay(
	ctx: Ctx,
	dayId: string,
): Promise<Result<Archive, "not-found" | "storage-failed">> {
	const { classes, archived } = await read(ctx.db, {
		classes: allClasses(ctx.db),
		archived: archivedFlights(ctx.db, dayId),
	});
	const folders = logFolders.flatMap((folder) =>
		classes.map(({ id, type }) => ({
			name: `${folder}${type}`,
			flights: sortedByStartNumber(
				archived.filter(
					({ competitionClassId, standing }) => competitionClassId === id && folderOf(standing) === folder,
				),
			),
		})),
	);
	const flights = folders.flatMap((folder) => folder.flights);
	const [first] = flights;
	if (!first) return refuse("not-found");
	const opened = await readObject(ctx, first.key);
	if (!opened.ok) return opened;

	const names = folders.flatMap((folder) =>
		downloadNames(folder.flights).map((name) => `${folder.name}/${name}`),
	);
	const members = flights.map((flight, index) => ({
		name: names[index],
		size: flight.size,
		lastModified: flight.versionCreatedAt,
	}));
	async function* entries() {
		for (const [index, member] of members.entries()) {
			const flight = flights[index] as DeliveredFlight;
			const object = index === 0 ? opened : await readObject(ctx, flight.key);
			if (!object.ok) throw new Error("A flight log of the archive cannot be read");
			yield { ...member, input: object.value.body as ReadableStream<Uint8Array> };
		}
	}
	const size = Number(predictLength(members));
	const body = makeZip(entries()).pipeThrough(new FixedLengthStream(size));
	return done({ name: `igc-${first.day}.zip`, size, body, flights });
}
