import { and, eq, isNotNull, sql } from "drizzle-orm";
import { withoutTooMany } from "~/lib/accounts/account-queries.server";
import type { StaffCtx, UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { areEntriesOpen } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { complaints } from "~/lib/forms/fields";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, registrations } from "~db/schema";
import { isNumberFree, isNumberTaken, keepsNumber } from "./check-entry.server";
import { allClasses, allGliderTypes } from "./classes-queries.server";
import { type Entry, entryById } from "./entries-queries.server";
import { differences } from "./entry-columns";
import { entryComplaints } from "./entry-schema";
import { feeOf } from "./fees";
import { isOfClass } from "./gliders";
import { holdEntryFrom, holdingDates, scoresHeld } from "./keep-flown.server";
import { settlePaid } from "./payments.server";
import { changedFields } from "./requested-change";

interface Decision {
	readonly accepts: boolean;
	/** Version of the entry that the organiser saw. */
	readonly version: number;
	/** Local date from which the change holds; null for the usual one. */
	readonly from: string | null;
}

const numberTaken = refuse("invalid-fields", { startNumber: entryComplaints.numberTaken });

/**
 * Makes the change that a competitor has asked for, or refuses it. The competitor gets a mail. Refuses with `invalid-fields` when
 * the start number was taken meanwhile, or the glider does not belong to the class any more.
 */
export async function decideChange(
	ctx: StaffCtx<"entries">,
	id: string,
	{ accepts, version, from }: Decision,
): Promise<Result<null, "not-found" | "stale" | "invalid-fields">> {
	const { db, now, edition } = ctx;
	const { entry, days, classes, gliderTypes } = await read(db, {
		entry: first(entryById(db, id)),
		days: db.select({ date: competitionDays.date }).from(competitionDays),
		classes: allClasses(db),
		gliderTypes: allGliderTypes(db),
	});
	if (!entry) return refuse("not-found");
	const requested = entry.requestedChange;
	if (!requested || entry.version !== version) return refuse("stale");
	const after = { ...entry, ...requested };
	const takesNumber = accepts && !keepsNumber(entry, after);
	if (takesNumber && (await isNumberTaken(db, after))) return numberTaken;
	if (accepts && !areOfOneClass(after, classes, gliderTypes))
		return refuse("invalid-fields", { gliderType: entryComplaints.otherClass });
	if (from !== null && !holdingDates(days, pragueDate(now)).includes(from))
		return refuse("invalid-fields", { from: complaints.choice });
	const mail = mailTo(entry.user, "entry-change-decided", {
		accepted: accepts,
		changes: changedFields(entry, requested, { classes, gliderTypes }),
	});
	const holding = await holdEntryFrom(ctx, id, accepts ? requested : {}, from);
	const committed = await commit(ctx, {
		statements: [
			...holding.before,
			exactlyOne(
				db
					.update(registrations)
					.set({
						...(accepts ? columnsOfChange(edition, entry, classes) : {}),
						requestedChange: null,
						version: sql`${registrations.version} + 1`,
						updatedAt: now,
					})
					.where(
						and(
							eq(registrations.id, id),
							eq(registrations.version, version),
							takesNumber ? isNumberFree(db, after) : undefined,
						),
					),
			),
			settlePaid(db, id, feeOfChange(edition, entry, classes)),
			...holding.after,
		],
		audit: accepts
			? { action: "registration.accept-change", subjectId: id, ...differences(entry, requested) }
			: { action: "registration.refuse-change", subjectId: id, before: requested },
		outbox: entry.user.erasedAt ? [] : await withoutTooMany(ctx, [mail]),
		effects: scoresHeld(holding, "organiser"),
		visible: accepts,
	});
	if (!committed.ok) return takesNumber && (await isNumberTaken(db, after)) ? numberTaken : refuse("stale");
	return done(null);
}

/** What the class costs that the change leads into, or that the entry has. */
function feeOfChange(
	edition: StaffCtx<"entries">["edition"],
	{ requestedChange, competitionClass, createdAt }: Entry,
	classes: Awaited<ReturnType<typeof allClasses>>,
) {
	const into = classes.find(({ id }) => id === requestedChange?.competitionClassId);
	return feeOf(edition, (into ?? competitionClass).type, createdAt);
}

/** The columns that the requested change sets: another class costs what it costs. */
function columnsOfChange(
	edition: StaffCtx<"entries">["edition"],
	entry: Entry,
	classes: Awaited<ReturnType<typeof allClasses>>,
) {
	const { requestedChange } = entry;
	return {
		...requestedChange,
		...(requestedChange?.competitionClassId ? { fee: feeOfChange(edition, entry, classes) } : {}),
	};
}

function areOfOneClass(
	{ competitionClassId, gliderTypeId }: Pick<Entry, "competitionClassId" | "gliderTypeId">,
	classes: Awaited<ReturnType<typeof allClasses>>,
	gliderTypes: Awaited<ReturnType<typeof allGliderTypes>>,
): boolean {
	const competitionClass = classes.find(({ id }) => id === competitionClassId);
	const gliderType = gliderTypes.find(({ id }) => id === gliderTypeId);
	return (
		gliderType !== undefined && competitionClass !== undefined && isOfClass(gliderType, competitionClass.type)
	);
}

/** Withdraws the change that the signed-in user has asked for; `stale` when no change waits any more. */
export async function withdrawChange(ctx: UserCtx): Promise<Result<null, "entries-closed" | "stale">> {
	const { db, actor, now, edition } = ctx;
	if (!areEntriesOpen(edition, now)) return refuse("entries-closed");
	const isWaiting = and(eq(registrations.userId, actor.id), isNotNull(registrations.requestedChange));
	const [entry] = await db.select().from(registrations).where(isWaiting);
	if (!entry) return refuse("stale");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(registrations)
					.set({ requestedChange: null, version: sql`${registrations.version} + 1`, updatedAt: now })
					.where(and(isWaiting, eq(registrations.version, entry.version))),
			),
		],
		audit: {
			action: "registration.request-change",
			subjectId: entry.id,
			before: entry.requestedChange,
			after: null,
		},
		visible: false,
	});
	return committed.ok ? done(null) : refuse("stale");
}
