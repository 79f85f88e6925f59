import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { igcFiles } from "~db/schema";

/**
 * Statement that makes a version the one that counts. Organisers downloaded and processed another one, so both flags
 * fall and the flight shows as edited.
 * @param instead the version that must count until now
 */
export function makeCurrent({ db, now }: Ctx, igcFileId: string, versionId: string, instead?: string) {
	const isFirst = sql`${igcFiles.currentVersionId} IS NULL`;
	return db
		.update(igcFiles)
		.set({
			currentVersionId: versionId,
			downloaded: false,
			processed: false,
			editedAt: sql`CASE WHEN ${isFirst} THEN NULL ELSE ${now.getTime()} END`,
			updatedAt: now,
		})
		.where(
			and(
				eq(igcFiles.id, igcFileId),
				or(isNull(igcFiles.currentVersionId), ne(igcFiles.currentVersionId, versionId)),
				instead === undefined ? undefined : eq(igcFiles.currentVersionId, instead),
			),
		);
}
