import { and, eq, exists, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { replayLater } from "~/lib/replay/make-replay.server";
import { scoreLater } from "~/lib/scoring/score-class.server";
import type { ClassDay } from "~/lib/scoring/scoring-queries.server";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";

/**
 * Statement that makes a version the one that counts. Organisers downloaded and processed another one, so both flags
 * fall and the flight shows as edited.
 * @param condition of the flight, which must hold when it is written
 */
export function makeCurrent({ db, now }: Ctx, igcFileId: string, versionId: string, condition?: SQL) {
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
				condition,
			),
		);
}

/** Condition of a flight: its competitor has not sent a log of it while signed in. */
export function lacksOwnLog(db: Db): SQL {
	return not(
		exists(
			db
				.select({ id: igcFileVersions.id })
				.from(igcFileVersions)
				.innerJoin(registrations, eq(registrations.userId, igcFileVersions.uploadedBy))
				.where(
					and(
						eq(igcFileVersions.igcFileId, igcFiles.id),
						eq(igcFileVersions.state, "ready"),
						eq(registrations.id, igcFiles.registrationId),
					),
				),
		),
	);
}

/** After the response to whatever changes which logs of a class on a day count. */
export function logsChanged(ctx: Ctx, where: ClassDay): void {
	scoreLater(ctx, where);
	replayLater(ctx, where);
}
