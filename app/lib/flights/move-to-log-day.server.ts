import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { takesLogs } from "~/lib/editions/opening-times";
import type { Cookies } from "~/lib/http/cookies.server";
import { countByAddress } from "~/lib/http/throttle.server";
import { igcMoves } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { moveFlight } from "./change-flight.server";
import { isSender } from "./move-log-cookie.server";
import { type StoredVersion, versionById } from "./versions-queries.server";

interface Day {
	readonly id: string;
	readonly date: string;
}

/** The competition day on which a log was flown, when it was uploaded for another one and counts; else null. */
export function dayOfLog(
	{ edition, now }: Pick<Ctx, "edition" | "now">,
	version: StoredVersion,
	days: readonly Day[],
): Day | null {
	const wrongDay = version.warnings.find(({ reason }) => reason === "wrongDay");
	if (!wrongDay || version.currentVersionId !== version.id) return null;
	return days.find((day) => day.date === wrongDay.values.date && takesLogs(edition, day, now)) ?? null;
}

/** Whether the sender of a log may still take it away: what scores in announced results stays, until an organiser moves it. */
export function mayLeave({ isAnnounced, flightStanding }: StoredVersion): boolean {
	return !isAnnounced || flightStanding !== "scores";
}

/**
 * Moves a flight to the day of its log. The sender of the log may do that for an hour. Refuses with `not-found`, `not-sender`,
 * `too-many-requests`, `results-closed` when it scores in announced results, `invalid-day` when the log is from no other competition day, or like `moveFlight`.
 * @returns the date of the day
 */
export async function moveToLogDay(ctx: Ctx, versionId: string, cookies: Cookies): Promise<Result<string>> {
	const wait = await countByAddress(ctx, igcMoves);
	if (wait !== null) return refuseForNow(wait);
	const { version, days } = await read(ctx.db, {
		version: first(versionById(ctx.db, versionId)),
		days: allDays(ctx.db),
	});
	if (!version) return refuse("not-found");
	if (!(await isSender(ctx, version, cookies))) return refuse("not-sender");
	const day = dayOfLog(ctx, version, days);
	if (!day) return refuse("invalid-day");
	if (!mayLeave(version)) return refuse("results-closed");
	const to = { pilot: version.registrationId, day: day.id, by: "other" as const };
	const moved = await moveFlight(ctx, version.igcFileId, to);
	return moved.ok ? done(day.date) : moved;
}
