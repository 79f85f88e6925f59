import { worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { done, type Result, refuse } from "~/lib/result";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { outlandings } from "~db/schema";
import { landingsByPilot, missingQueries } from "./missing-pilots.server";
import { nearestName } from "./outlanding-place";
import { pilotsOfDay } from "./outlandings-queries.server";
import { statusWrite } from "./status-write.server";

/** Ids of an entry and a day. */
interface LogOfPilot {
	readonly pilot: string;
	readonly day: string;
}

/** The desk accepts a log that ends in a field: the place where it ends becomes a confirmed report. */
export async function acceptLandingOut(
	ctx: DeskCtx,
	{ pilot: pilotId, day: dayId }: LogOfPilot,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now, actor, edition } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("not-found");
	const { landings, pilots, parts } = await read(db, {
		landings: missingQueries(db, day.date, day.date).landings,
		pilots: pilotsOfDay(db, dayId),
		parts: waypointsInForce(db),
	});
	const pilot = pilots.find(({ id }) => id === pilotId);
	const position = landingsByPilot(edition, { landings }, dayId).get(pilotId)?.position;
	if (!pilot || !position) return refuse("not-found");
	const near = nearestName(position, contentOf(parts));
	const status = statusWrite(ctx, { ...pilot, dayId }, "OUTLANDING");
	const row = {
		id: crypto.randomUUID(),
		dayId,
		registrationId: pilotId,
		sender: "organiser" as const,
		standing: "confirmed" as const,
		...position,
		near,
		isHurt: false,
		crewOnWay: false,
		createdAt: now,
		createdBy: actor.id,
		updatedAt: now,
		updatedBy: actor.id,
	};
	const committed = await commit(ctx, {
		statements: [db.insert(outlandings).values(row), ...status.statements],
		audit: [
			{
				action: "outlanding.report",
				subjectId: pilotId,
				after: { dayId, sender: "organiser", standing: "confirmed", near, fromLog: true },
			},
			...status.audit,
		],
		effects: status.effects,
		visible: true,
	});
	return committed.ok ? done(null) : refuse("stale");
}
