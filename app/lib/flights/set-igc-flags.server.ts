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
	const before = { downloaded: flight.downloaded, processed: flight.processed };
	const { downloaded = before.downloaded, processed = before.processed } = flags;
	if (downloaded === before.downloaded && processed === before.processed) return done(flight);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFiles)
					// Not what was read of the other flag: another organiser may have set it since.
					.set({ downloaded: flags.downloaded, processed: flags.processed, updatedAt: ctx.now })
					.where(and(eq(igcFiles.id, id), eq(igcFiles.currentVersionId, seenVersionId ?? flight.versionId))),
			),
		],
		audit: {
			action: "igc.flags",
			subjectId: id,
			before,
			after: { downloaded, processed, versionId: flight.versionId },
		},
		visible: false,
	});
	// As stored, also what another organiser has set since.
	const [stored] = await flightById(ctx.db, id);
	return committed.ok && stored ? done(stored) : refuse("stale");
}
