import { and, eq, sql } from "drizzle-orm";
import type { AdminCtx, Ctx, UserCtx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { areEntriesOpen } from "~/lib/editions/phase";
import { done, type Result, refuse } from "~/lib/result";
import { registrations } from "~db/schema";
import { complaintsAbout, referenceQueries } from "./check-entry.server";
import { columnsOf, differences } from "./entry-columns";
import type { AdminEntryInput, EntryInput } from "./registration-schema";
import { type Entry, entryById, entryOfUser } from "./registrations-queries.server";

type Changed<R extends "entries-closed" | "registration-missing" | "not-found"> = Result<
	Entry,
	R | "invalid-fields" | "stale"
>;

/** Changes the signed-in user's entry, except the organisers' fields. */
export async function updateOwnRegistration(
	ctx: UserCtx,
	input: EntryInput,
): Promise<Changed<"entries-closed" | "registration-missing">> {
	const { db, actor, now, edition } = ctx;
	const [[entry], ...references] = await db.batch([
		entryOfUser(db, actor.id),
		...referenceQueries(db, input),
	]);
	if (!entry) return refuse("registration-missing");
	if (!areEntriesOpen(edition, now)) return refuse("entries-closed");
	const errors = complaintsAbout(ctx, input, references);
	if (errors) return refuse("invalid-fields", errors);
	return change(ctx, entry, columnsOf(input), input.version, "registration.update");
}

export async function updateRegistration(
	ctx: AdminCtx,
	id: string,
	input: AdminEntryInput,
): Promise<Changed<"not-found">> {
	const { db } = ctx;
	const [[entry], ...references] = await db.batch([entryById(db, id), ...referenceQueries(db, input)]);
	if (!entry) return refuse("not-found");
	const errors = complaintsAbout(ctx, input, references);
	if (errors) return refuse("invalid-fields", errors);
	const { registrationCompleted = entry.registrationCompleted, igcId = entry.igcId, ...fields } = input;
	const values = { ...columnsOf(fields), registrationCompleted, igcId };
	return change(ctx, entry, values, input.version, "registration.amend");
}

type Values = ReturnType<typeof columnsOf> & Partial<Pick<Entry, "registrationCompleted" | "igcId">>;

/** @param version the one that was edited; null overwrites every version */
async function change(
	ctx: Ctx,
	entry: Entry,
	values: Values,
	version: number | null,
	action: AuditAction,
): Promise<Result<Entry, "stale">> {
	const { db, now } = ctx;
	const different = differences(entry, values);
	// Before the version: the same form sent twice must not conflict with itself.
	if (!different) return done(entry);
	if (version !== null && version !== entry.version) return refuse("stale");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(registrations)
					.set({ ...values, version: sql`${registrations.version} + 1`, updatedAt: now })
					.where(
						and(
							eq(registrations.id, entry.id),
							version === null ? undefined : eq(registrations.version, version),
						),
					),
			),
		],
		audit: { action, subjectId: entry.id, ...different },
		// The starting list shows how many entries wait in each class.
		visible: entry.accepted || "competitionClassId" in different.after,
	});
	if (!committed.ok) return refuse("stale");
	const [changed] = await entryById(db, entry.id);
	return done(changed ?? entry);
}
