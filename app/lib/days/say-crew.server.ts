import { and, eq, notExists, sql } from "drizzle-orm";
import { z } from "zod";
import { may } from "~/lib/access";
import type { Ctx, StaffCtx, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { ofPilotDay, pilotDayOf, setToInserted } from "~/lib/db/pilot-day-rows.server";
import { takesLogs } from "~/lib/editions/opening-times";
import { crewText, possibleCrews } from "~/lib/entries/crew";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { choiceOf, complaints } from "~/lib/forms/fields";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { type Result, refuse } from "~/lib/result";
import { type Crew, crews } from "~db/enums";
import { competitionDays, pilotDays, registrations, users } from "~db/schema";
import { type Closed, closedBy, finalResults } from "./final-results.server";

export const crewSchema = z.object({ crew: choiceOf(crews) });

/** An entry on a day. */
interface EntryOnDay {
	readonly dayId: string;
	readonly registrationId: string;
}

/** Selects an entry on a day with both pilots. */
function mannedEntry(db: Db, { dayId, registrationId }: EntryOnDay) {
	return db
		.select({
			...pick(registrations, "userId"),
			date: competitionDays.date,
			name: sql<string>`${users.name} || ' ' || ${users.surname}`,
			secondPilot: flown.secondPilot,
			classId: flown.classId,
			crew: pilotDays.crew,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, dayId))
		.leftJoin(pilotDays, isPilotDay(dayId))
		.where(and(eq(registrations.id, registrationId), isCompetitor));
}

/**
 * Asks who has flown, in the words of the reader. Null for who may not say it, for an entry of one pilot, and once the results of the day
 * are official. As long as nobody has said it, both are preset.
 */
export async function crewQuestion(ctx: Ctx, where: EntryOnDay) {
	const [entry] = await mannedEntry(ctx.db, where);
	if (!entry?.secondPilot || !(may(ctx, "scoring") || ctx.actor?.id === entry.userId)) return null;
	if ((await refusalOf(ctx, where, entry)) !== null) return null;
	const { t } = textsOf(ctx.language);
	return {
		title: t("crew.title"),
		submit: t("crew.submit"),
		chosen: entry.crew ?? "both",
		options: possibleCrews(ctx.edition)
			.toReversed()
			.map((crew) => ({ value: crew, label: crewText({ ...entry, crew }) })),
	};
}

export type CrewQuestion = NonNullable<Awaited<ReturnType<typeof crewQuestion>>>;

type Refused = "not-found" | "not-admin" | "invalid-fields" | "day-ahead" | Closed | "stale";

/**
 * Says who of an entry with two pilots has flown on a day: by its competitor, or an organiser. It changes names, not points. Refuses with
 * `stale` when the entry has no second pilot any more, and once the results of the day are official, as a jury has signed the names.
 */
export async function sayCrew(
	ctx: UserCtx | StaffCtx<"scoring">,
	where: EntryOnDay,
	crew: Crew,
): Promise<Result<null, Refused>> {
	const { db } = ctx;
	const { dayId, registrationId } = where;
	const [entry] = await mannedEntry(db, where);
	if (!entry) return refuse("not-found");
	if (!may(ctx, "scoring") && ctx.actor.id !== entry.userId) return refuse("not-admin");
	if (!entry.secondPilot) return refuse("stale");
	if (!possibleCrews(ctx.edition).includes(crew))
		return refuse("invalid-fields", { crew: complaints.choice });
	const refusal = await refusalOf(ctx, where, entry);
	if (refusal) return refuse(refusal);
	const isOpen = notExists(finalResults(ctx, { dayId, classId: entry.classId }));
	const said = db
		.select(pilotDayOf({ dayId: competitionDays.id, registrationId: registrations.id, crew: sql`${crew}` }))
		.from(competitionDays)
		.crossJoin(registrations)
		.where(and(eq(competitionDays.id, dayId), eq(registrations.id, registrationId), isOpen));
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.insert(pilotDays)
					.select(said)
					.onConflictDoUpdate({ target: ofPilotDay, set: setToInserted(["crew"]) }),
			),
		],
		audit: {
			action: "crew.say",
			subjectId: registrationId,
			before: { crew: entry.crew },
			after: { dayId, crew },
		},
		visible: true,
	});
}

async function refusalOf(
	ctx: Ctx,
	{ dayId }: EntryOnDay,
	{ date, classId }: { readonly date: string; readonly classId: string },
): Promise<"day-ahead" | Closed | null> {
	if (!takesLogs(ctx.edition, { date }, ctx.now)) return "day-ahead";
	const [final] = await finalResults(ctx, { dayId, classId });
	return final ? closedBy(ctx) : null;
}
