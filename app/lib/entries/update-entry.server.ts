import { and, eq, sql } from "drizzle-orm";
import type { Ctx, StaffCtx, UserCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { hasPolicy } from "~/lib/editions/admission";
import { areEntriesOpen } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { complaints } from "~/lib/forms/fields";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, type Fee, type RequestedChange, registrations } from "~db/schema";
import {
	askedComplaints,
	complaintsAbout,
	isNumberFree,
	isNumberTaken,
	keepsNumber,
	referenceQueries,
} from "./check-entry.server";
import { type Entry, entryById, entryOfUser } from "./entries-queries.server";
import { columnsOf, differences } from "./entry-columns";
import { type AdminEntryInput, type EntryInput, entryComplaints } from "./entry-schema";
import { feeOf } from "./fees";
import { holdEntryFrom, holdingDates, scoresHeld } from "./keep-flown.server";
import { settlePaid } from "./payments.server";
import { partByConsent } from "./requested-change";
import { devicesOfUser, savingDevicesOf } from "./save-devices.server";

type Changed<R extends "entries-closed" | "registration-missing" | "not-found"> = Result<
	Entry,
	R | "invalid-fields" | "stale"
>;

/**
 * Changes the signed-in user's entry, except the organisers' fields. Once the entry is accepted or has withdrawn, a change that
 * needs consent waits for it, and replaces an earlier one that waits.
 */
export async function updateOwnEntry(
	ctx: UserCtx,
	input: EntryInput,
): Promise<Changed<"entries-closed" | "registration-missing">> {
	const { db, actor, now, edition } = ctx;
	const { entry, said, ...references } = await read(db, {
		entry: first(entryOfUser(db, actor.id)),
		said: first(devicesOfUser(db, actor.id)),
		...referenceQueries(db, input),
	});
	if (!entry) return refuse("registration-missing");
	if (!areEntriesOpen(edition, now)) return refuse("entries-closed");
	const errors = complaintsAbout(ctx, input, references, entry) ?? askedComplaints(ctx, input);
	if (errors) return refuse("invalid-fields", errors);
	const values = columnsOf(input, entry);
	const fee = feeOf(edition, references.competitionClass?.type ?? "", entry.createdAt);
	const { version } = input;
	const devices = savingDevicesOf(ctx, entry.id, said ?? null, input);
	const edit = { entry, version, fee, devices, action: "registration.update", from: null } as const;
	if (!isBinding(entry)) return change(ctx, { ...edit, values, waiting: null });
	const { free, requested } = partByConsent(entry, values);
	return change(ctx, { ...edit, values: free, waiting: requested ?? entry.requestedChange });
}

export async function updateEntry(
	ctx: StaffCtx<"entries">,
	id: string,
	input: AdminEntryInput,
): Promise<Changed<"not-found">> {
	const { db, now } = ctx;
	const { entry, days, ...references } = await read(db, {
		entry: first(entryById(db, id)),
		days: db.select({ date: competitionDays.date }).from(competitionDays),
		...referenceQueries(db, input),
	});
	if (!entry) return refuse("not-found");
	const errors = complaintsAbout(ctx, input, references, entry);
	if (errors) return refuse("invalid-fields", errors);
	const { from = null } = input;
	if (from !== null && !holdingDates(days, pragueDate(now)).includes(from))
		return refuse("invalid-fields", { from: complaints.choice });
	const values = amendedColumns(entry, input);
	const waiting = partByConsent(values, { ...values, ...entry.requestedChange }).requested;
	return change(ctx, {
		entry,
		version: input.version,
		fee: feeOf(ctx.edition, references.competitionClass?.type ?? "", entry.createdAt),
		action: "registration.amend",
		values,
		waiting,
		from,
		devices: null,
	});
}

/** The columns that an organiser's form says. Those that it does not have stay. */
export function amendedColumns(entry: Entry, { from: _, ...input }: AdminEntryInput) {
	const { registrationCompleted, igcId, isGuest, ...fields } = input;
	return {
		...columnsOf(fields, entry),
		registrationCompleted: registrationCompleted ?? entry.registrationCompleted,
		igcId: igcId === undefined ? entry.igcId : igcId,
		isGuest: isGuest ?? entry.isGuest,
	};
}

/** Whether results may depend on the entry. The class, number and glider of somebody who has withdrawn are those of the days flown. */
export function isBinding({ accepted, withdrawnFrom }: Entry): boolean {
	return accepted || withdrawnFrom !== null;
}

/** Whether the starting list names an entry. */
function isListed({ edition }: Pick<Ctx, "edition">, entry: Entry): boolean {
	return isBinding(entry) || hasPolicy(edition);
}

interface Edit {
	readonly entry: Entry;
	/** The version that was edited; null overwrites every version. */
	readonly version: number | null;
	/** An organiser amends an entry, its competitor updates it. */
	readonly action: "registration.amend" | "registration.update";
	readonly values: Partial<ReturnType<typeof columnsOf>> &
		Partial<Pick<Entry, "registrationCompleted" | "igcId" | "isGuest">>;
	/** What the class in `values` costs. */
	readonly fee: Fee | null;
	/** Local date from which the change holds; null for the usual one. */
	readonly from: string | null;
	/** The change that waits for consent from now on. */
	readonly waiting: RequestedChange | null;
	/** What the competitor says anew of devices. */
	readonly devices: ReturnType<typeof savingDevicesOf>;
}

/** What changes with other columns. */
function columnsThatFollow(changed: object, now: Date, fee: Fee | null) {
	return {
		// A recorder that is named later than somebody has flown with it says less (`recorder-owners.server.ts`).
		...("logger" in changed ? { loggerChangedAt: now } : {}),
		...("competitionClassId" in changed ? { fee } : {}),
	};
}

/** Condition: an entry is as it was read. The acceptance guards it, too, as consent is needed from it on. */
function isAsRead({ id, accepted }: Entry, version: number | null) {
	return and(
		eq(registrations.id, id),
		eq(registrations.accepted, accepted),
		version === null ? undefined : eq(registrations.version, version),
	);
}

async function change(
	ctx: Ctx,
	{ entry, version, action, values, waiting, ...edit }: Edit,
): Promise<Result<Entry, "stale" | "invalid-fields">> {
	const { db, now } = ctx;
	const after = { ...entry, ...values };
	const different = differences(entry, values);
	const waited = entry.requestedChange;
	const isRequested = JSON.stringify(waiting) !== JSON.stringify(waited);
	// This comes before the check of the version: the same form sent twice must not conflict with itself.
	const { devices } = edit;
	if (!different && !isRequested && !devices) return done(entry);
	if (version !== null && version !== entry.version) return refuse("stale");
	const subjectId = entry.id;
	const getsNumber = isBinding(entry) && !keepsNumber(entry, after);
	const by = action === "registration.amend" ? "organiser" : "other";
	const holding = await holdEntryFrom(ctx, entry.id, different?.after ?? {}, edit.from);
	const committed = await commit(ctx, {
		statements: [
			...holding.before,
			exactlyOne(
				db
					.update(registrations)
					.set({
						...values,
						...columnsThatFollow(different?.after ?? {}, now, edit.fee),
						requestedChange: waiting,
						version: sql`${registrations.version} + 1`,
						updatedAt: now,
					})
					.where(and(isAsRead(entry, version), getsNumber ? isNumberFree(db, after) : undefined)),
			),
			settlePaid(db, entry.id, edit.fee),
			...holding.after,
			...(devices?.statements ?? []),
		],
		audit: [
			...(different ? [{ action, subjectId, ...different }] : []),
			...(isRequested
				? [{ action: "registration.request-change", subjectId, before: waited, after: waiting } as const]
				: []),
			...(devices?.audit ?? []),
		],
		effects: [...(isBinding(entry) ? scoresHeld(holding, by) : []), ...(devices?.effects ?? [])],
		// The starting list shows how many entries wait in each class.
		visible:
			devices?.visible ||
			(different !== null && (isListed(ctx, entry) || "competitionClassId" in different.after)),
	});
	if (!committed.ok) {
		return getsNumber && (await isNumberTaken(db, after))
			? refuse("invalid-fields", { startNumber: entryComplaints.numberTaken })
			: refuse("stale");
	}
	const [changed] = await entryById(db, entry.id);
	return done(changed ?? entry);
}
