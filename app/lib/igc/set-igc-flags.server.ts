import { and, eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles } from "~db/schema";
import { type DeliveredFlight, flightById } from "./flights-queries.server";

export interface IgcFlags {
	readonly downloaded?: boolean | undefined;
	readonly processed?: boolean | undefined;
}

/**
 * A flag that is not given stays.
 * @param seenVersionId the version that the organisers worked with; `stale` when another one counts now
 */
export async function setIgcFlags(
	ctx: AdminCtx,
	id: string,
	flags: IgcFlags,
	seenVersionId?: string,
): Promise<Result<DeliveredFlight, "not-found" | "stale">> {
	const [flight] = await flightById(ctx.db, id);
	if (!flight) return refuse("not-found");
	const { downloaded = flight.downloaded, processed = flight.processed } = flags;
	if (downloaded === flight.downloaded && processed === flight.processed) return done(flight);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFiles)
					.set({ downloaded, processed, updatedAt: ctx.now })
					.where(and(eq(igcFiles.id, id), eq(igcFiles.currentVersionId, seenVersionId ?? flight.versionId))),
			),
		],
		audit: {
			action: "igc.flags",
			subjectId: id,
			before: { downloaded: flight.downloaded, processed: flight.processed },
			after: { downloaded, processed, versionId: flight.versionId },
		},
		visible: false,
	});
	return committed.ok ? done({ ...flight, downloaded, processed, updatedAt: ctx.now }) : refuse("stale");
}
