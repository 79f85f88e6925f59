import { eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { igcFiles, igcFileVersions } from "~db/schema";

/** Seconds: two weeks. */
const lifetime = 1_209_600;

/** The page on which a competitor says that a log is theirs. */
export const ownLogPath = (versionId: string) => `/igc/mine/${versionId}`;

/** What is signed names the entry, so that a link is none for the competitor whom the flight is given to later. */
const signedPath = (versionId: string, registrationId: string) =>
	`${ownLogPath(versionId)}/${registrationId}`;

/** The query of the link in the competitor's mail: who uploads a log knows the id of its version. Null when there is no such log. */
export async function ownLogProof(ctx: Ctx, versionId: string): Promise<string | null> {
	const [flight] = await ctx.db
		.select({ registrationId: igcFiles.registrationId })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.igcFileId, igcFiles.id))
		.where(eq(igcFileVersions.id, versionId));
	if (!flight) return null;
	const path = signedPath(versionId, flight.registrationId);
	return (await signPath(ctx, "igc-own", path, lifetime)).slice(path.length + 1);
}

export function isOwnLogLink(
	ctx: Ctx,
	version: { readonly id: string; readonly registrationId: string },
	search: string,
): Promise<boolean> {
	const path = signedPath(version.id, version.registrationId);
	return isSignedLink(ctx, "igc-own", new URL(path + search, "https://path.invalid"));
}
