import { and, eq, ne, notExists, notInArray } from "drizzle-orm";
import { worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { type Result, refuse } from "~/lib/result";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { outlandings } from "~db/schema";
import { countsAmong } from "./confirmed-reports";
import { isOfNow, type Landing, landingProposal } from "./landing-proposal";
import { landingsByPilot, missingQueries } from "./missing-pilots.server";
import { nearestName } from "./outlanding-place";
import { type Outlanding, pilotsOfDay } from "./outlandings-queries.server";
import { statusWrite } from "./status-write.server";

type PilotOfDay = Awaited<ReturnType<typeof pilotsOfDay>>[number];

/** Ids of an entry and a day. */
interface LogOfPilot {
	readonly pilot: string;
	readonly day: string;
}

/**
 * Accepts the landing of a log in a field as it is proposed, or without a log that of live positions: the place where it ends becomes a
 * confirmed report. A page may be older than the proposal: it is stale when the flight ends on the airfield, or a report has said the
 * place meanwhile.
 * @param liveOf what live positions say of a pilot who stands on the day's list
 */
export async function acceptLandingOut(
	ctx: DeskCtx,
	{ pilot: pilotId, day: dayId }: LogOfPilot,
	liveOf: (pilot: PilotOfDay & { readonly date: string }) => Landing | null,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, edition } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("not-found");
	const { landings, reports } = missingQueries(db, day.date, day.date);
	const found = await read(db, {
		landings,
		reports,
		pilots: pilotsOfDay(db, dayId),
		parts: waypointsInForce(db),
	});
	const pilot = found.pilots.find(({ id }) => id === pilotId);
	const ofLog = landingsByPilot(edition, found, dayId).get(pilotId);
	const landing = ofLog?.landedAt ? ofLog : pilot && liveOf({ ...pilot, date: day.date });
	if (!pilot || !landing?.position) return refuse("not-found");
	const report = countsAmong(found.reports).find(
		(one) => one.registrationId === pilotId && isOfNow(one, pilot.launches),
	);
	if (landingProposal(pilot.status, landing, report) !== "out") return refuse("stale");
	const { position } = landing;
	const near = nearestName(position, contentOf(found.parts));
	const status = statusWrite(ctx, { ...pilot, dayId }, "OUTLANDING");
	const row = confirmedReport(ctx, { dayId, registrationId: pilotId, ...position, near });
	return commitOrStale(ctx, {
		statements: [
			db.insert(outlandings).values(row),
			isOnlyNewReport(db, row, found.reports),
			...status.statements,
		],
		audit: [
			{
				action: "outlanding.report",
				subjectId: pilotId,
				after: {
					dayId,
					sender: "organiser",
					standing: "confirmed",
					near,
					...(landing === ofLog ? { fromLog: true } : { fromLive: true }),
				},
			},
			...status.audit,
		],
		effects: status.effects,
		visible: true,
	});
}

/** The report of a field, as the desk would enter it. */
function confirmedReport(
	{ now, actor }: DeskCtx,
	place: Pick<
		typeof outlandings.$inferInsert,
		"dayId" | "registrationId" | "latitude" | "longitude" | "near"
	>,
) {
	return {
		id: crypto.randomUUID(),
		...place,
		sender: "organiser" as const,
		standing: "confirmed" as const,
		isHurt: false,
		crewOnWay: false,
		dutyLinkId: actor.duty?.id ?? null,
		createdAt: now,
		createdBy: actor.id,
		updatedAt: now,
		updatedBy: actor.id,
	};
}

/** Statement that undoes the batch when another report of the pilot was confirmed meanwhile, such as by a second tap of this landing. */
function isOnlyNewReport(
	db: Db,
	{ id, dayId, registrationId }: Pick<Outlanding, "id" | "dayId" | "registrationId">,
	seen: readonly Outlanding[],
) {
	const others = db
		.select()
		.from(outlandings)
		.where(
			and(
				eq(outlandings.dayId, dayId),
				eq(outlandings.registrationId, registrationId),
				eq(outlandings.standing, "confirmed"),
				ne(outlandings.id, id),
				notInArray(
					outlandings.id,
					seen
						.filter((one) => one.standing === "confirmed" && one.registrationId === registrationId)
						.map((one) => one.id),
				),
			),
		);
	return exactlyOne(
		db
			.update(outlandings)
			.set({ dayId })
			.where(and(eq(outlandings.id, id), notExists(others))),
	);
}
