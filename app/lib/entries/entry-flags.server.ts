import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { may } from "~/lib/access";
import { withoutTooMany } from "~/lib/accounts/account-queries.server";
import type { StaffCtx, UserCtx } from "~/lib/context";
import { type AuditEntry, commit, exactlyOne, type QueuedMail, type Write } from "~/lib/db/commit.server";
import { flownUntil } from "~/lib/db/conditions.server";
import type { Effect } from "~/lib/db/effects";
import { commitFormKey, consumeFormKey, madeByForm } from "~/lib/db/form-key.server";
import type { LostPlace } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { hasPolicy } from "~/lib/editions/admission";
import { pragueDate } from "~/lib/editions/prague-time";
import { complaints, optionalText, requiredDate } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import type { RefusalReason } from "~/lib/refusals";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, registrations } from "~db/schema";
import { isNumberFree, withTakenNumber } from "./check-entry.server";
import { type Entry, entryById, selectEntries } from "./entries-queries.server";
import { differences } from "./entry-columns";
import { entryComplaints, type QuickActions } from "./entry-schema";
import { waitsForAcceptance } from "./entry-state";
import { markPaid } from "./payments.server";
import { flagsByHand, type PlaceFlags } from "./places/place-flags";
import { flagMails } from "./queue-entry-mails.server";
import { dropIdleStatuses, statusesForNewStarter } from "./status-rows.server";

/** Attempts, as another organiser may click at the same moment. */
const tries = 3;
/** Entries accepted in one batch. */
const acceptedAtOnce = 100;

/**
 * Sets only the given flags. The entry keeps its version: no form edits these flags, so no edit can be lost. Refuses with
 * `invalid-fields` when an entry is to be accepted whose start number another competitor of the class has. An entry that has flown
 * is withdrawn instead of losing its acceptance; accepting it again undoes that.
 * Who may only say who has paid is refused any other flag.
 * @param formKey random key of a tap: sent again, it changes nothing
 */
export async function setFlags(
	ctx: StaffCtx<"entries"> | StaffCtx<"payments">,
	id: string,
	flags: QuickActions,
	formKey: string | null = null,
): FlagsSet<"not-admin"> {
	const { paid, ...others } = flags;
	if (!may(ctx, "entries") && Object.values(others).some((flag) => flag !== undefined))
		return refuse("not-admin");
	return setFlagsOf(ctx, id, flags, { formKey, withdrawal: { from: pragueDate(ctx.now), reason: null } });
}

type FlagsSet<Refused extends RefusalReason = never> = Promise<
	Result<Entry, "not-found" | "stale" | "invalid-fields" | Refused>
>;

async function setFlagsOf(ctx: UserCtx, id: string, flags: QuickActions, change: FlagsChange): FlagsSet {
	const { formKey } = change;
	for (let n = 0; n < tries; n++) {
		const [entry] = await entryById(ctx.db, id);
		if (!entry) return refuse("not-found");
		if (formKey && (await madeByForm(ctx, formKey))) return done(entry);
		const set = flagsByHand(ctx, entry, flags);
		if (set.accepted && !entry.accepted && (await withTakenNumber(ctx.db, [entry])).length > 0)
			return refuse("invalid-fields", { startNumber: entryComplaints.numberTaken });
		if (await writeFlags(ctx, [{ entry, flags: set }], change)) {
			const [changed] = await entryById(ctx.db, id);
			return done(changed ?? entry);
		}
	}
	return refuse("stale");
}

interface Acceptance {
	/** Number of the entries accepted now. */
	readonly accepted: number;
	/** Entries whose start number another one has: of the chosen, or a competitor of the class. Who gets it is not decided here. */
	readonly taken: readonly Entry[];
	/** Entries that somebody else was changing. */
	readonly stale: readonly Entry[];
}

/** Accepts the waiting ones of the entries, any number of them. It ignores unknown ids and entries accepted before or withdrawn. */
export async function acceptAll(ctx: StaffCtx<"entries">, ids: readonly string[]): Promise<Acceptance> {
	const chosen = new Set(ids);
	const readWaiting = async () =>
		(await selectEntries(ctx.db).where(eq(registrations.accepted, false))).filter(
			(entry) => chosen.has(entry.id) && waitsForAcceptance(entry),
		);
	let accepted = 0;
	for (let n = 0; ; n++) {
		const waiting = await readWaiting();
		const taken = waiting.length > 0 ? await withTakenNumber(ctx.db, waiting) : [];
		const free = waiting.filter((entry) => !taken.includes(entry));
		if (free.length === 0 || n === tries) return { accepted, taken, stale: free };
		for (let from = 0; from < free.length; from += acceptedAtOnce) {
			const step = free
				.slice(from, from + acceptedAtOnce)
				.map((entry) => ({ entry, flags: flagsByHand(ctx, entry, { accepted: true }) }));
			if (await writeFlags(ctx, step, { formKey: null, withdrawal: null })) accepted += step.length;
		}
	}
}

/** The local date from which somebody has withdrawn, and the reason. */
interface Withdrawal {
	readonly from: string;
	readonly reason: string | null;
}

interface FlagsChange {
	readonly formKey: string | null;
	/** Null when nobody can withdraw by the change. */
	readonly withdrawal: Withdrawal | null;
	/** What else is written with it, or must hold. */
	readonly also?: Pick<Write, "statements"> & { readonly audit: AuditEntry };
}

/** The flags that an entry gets. */
export interface FlagsOfEntry {
	readonly entry: Entry;
	readonly flags: PlaceFlags;
	/** Why it loses its place by the policy. */
	readonly lost?: LostPlace;
}

/** The days of an entry that follow from its flags. A withdrawal keeps the days flown before it; a promotion restores no earlier day. */
function daysOf(
	entry: Entry,
	{ accepted, isReserve }: QuickActions,
	today: string,
	withdrawal: Withdrawal | null,
) {
	const withdraws = accepted === false && entry.accepted && entry.flownUntil !== null;
	return {
		...(withdraws && withdrawal
			? { withdrawnFrom: withdrawal.from, withdrawnReason: withdrawal.reason }
			: {}),
		...(accepted ? { withdrawnFrom: null, withdrawnReason: null } : {}),
		...(isReserve === undefined || isReserve === entry.isReserve
			? {}
			: { startsFrom: isReserve ? null : today }),
	};
}

/** @returns false when somebody else has changed one of the entries, or taken its start number, since it was read */
export async function writeFlags(
	ctx: UserCtx,
	changes: readonly FlagsOfEntry[],
	{ formKey, withdrawal, also }: FlagsChange,
): Promise<boolean> {
	const today = pragueDate(ctx.now);
	const statements: Write["statements"][number][] = [...(also?.statements ?? [])];
	const audit: AuditEntry[] = also ? [also.audit] : [];
	const mails: QueuedMail[] = [];
	let visible = false;
	for (const { entry, flags, lost } of changes) {
		const { reason, ...set } = flags;
		const sent = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
		const different = differences(entry, { ...sent, ...daysOf(entry, flags, today, withdrawal) });
		if (!different) {
			await commitFormKey(ctx, formKey, entry.id);
			continue;
		}
		const after = { ...entry, ...different.after } as Entry;
		statements.push(
			flagsUpdate(ctx, entry, different.after),
			...("paid" in different.after ? markPaid(ctx, entry, different.after.paid === true) : []),
			...statusChanges(ctx, entry, after),
			...consumeFormKey(ctx, formKey, entry.id),
		);
		mails.push(...flagMails(ctx, entry, after, lost));
		// The starting list shows accepted entries with their flags, and how many entries wait; under a policy all of them.
		if (entry.accepted || after.accepted || hasPolicy(ctx.edition)) visible = true;
		const said = reason ? { ...different.after, reason } : different.after;
		audit.push({ action: "registration.flags", subjectId: entry.id, ...different, after: said });
	}
	if (statements.length === 0) return true;
	const outbox = await withoutTooMany(ctx, mails);
	// The scores cover everybody who is expected on a day.
	const changesScores = changes.some(
		({ flags }) => flags.accepted !== undefined || flags.isReserve !== undefined,
	);
	const classIds = [...new Set(changes.map(({ entry }) => entry.competitionClassId))];
	const effects: Effect[] = changesScores
		? [{ kind: "class-scores-due", classIds, from: null, by: "organiser" }]
		: [];
	return (await commit(ctx, { statements, audit, outbox, effects, visible })).ok;
}

/** Statement that sets flags of an entry that is as it was read. */
function flagsUpdate({ db, now }: UserCtx, entry: Entry, changed: Partial<Entry>) {
	const isNew = changed.accepted === true && !entry.accepted;
	// An edit since the entry was read may have set another number.
	const hasFreeNumber = and(eq(registrations.version, entry.version), isNumberFree(db, entry));
	return exactlyOne(
		db
			.update(registrations)
			.set({ ...changed, updatedAt: now })
			.where(
				and(
					eq(registrations.id, entry.id),
					eq(registrations.accepted, entry.accepted),
					eq(registrations.paid, entry.paid),
					eq(registrations.isReserve, entry.isReserve),
					isNew ? hasFreeNumber : undefined,
					// A first flight since the entry was read makes the lost acceptance a withdrawal.
					sql`${flownUntil} IS ${entry.flownUntil}`,
				),
			),
	);
}

/** Statements that give a new starter the statuses of the days, and take idle ones from who starts no more. */
function statusChanges({ db, now }: UserCtx, before: Entry, after: Entry) {
	const { id } = before;
	const starts = (entry: Entry) => entry.accepted && !entry.isReserve;
	return [
		...(starts(after) && !starts(before) ? [statusesForNewStarter(db, id, now)] : []),
		...(after.isReserve && !before.isReserve ? [dropIdleStatuses(db, id, pragueDate(now))] : []),
		...(after.withdrawnFrom && !before.withdrawnFrom ? [dropIdleStatuses(db, id, after.withdrawnFrom)] : []),
	];
}

/** `from` is the first day on which the competitor is not expected. */
export const withdrawalSchema = z.object({ from: requiredDate, reason: optionalText(limits.reason) });

/** The dates from which a competitor who has flown can withdraw: today, and the days after the last flight, whose record must stay. */
export function withdrawalDates(
	flownUntil: string,
	today: string,
	days: readonly { readonly date: string }[],
): readonly string[] {
	const after = days.map(({ date }) => date).filter((date) => date > flownUntil);
	return [...new Set([today, ...after])].toSorted();
}

/**
 * Withdraws a competitor who has flown. Refuses with `invalid-fields` from a date that is none of `withdrawalDates`, and with `stale`
 * when the entry is not accepted or has not flown.
 */
export async function withdrawEntry(
	ctx: StaffCtx<"entries">,
	id: string,
	withdrawal: z.infer<typeof withdrawalSchema>,
): Promise<Result<Entry, "not-found" | "stale" | "invalid-fields">> {
	const { db, now } = ctx;
	const { entry, days } = await read(db, {
		entry: first(entryById(db, id)),
		days: db.select({ date: competitionDays.date }).from(competitionDays),
	});
	if (!entry) return refuse("not-found");
	if (!entry.accepted || entry.flownUntil === null) return refuse("stale");
	if (!withdrawalDates(entry.flownUntil, pragueDate(now), days).includes(withdrawal.from))
		return refuse("invalid-fields", { from: complaints.choice });
	return setFlagsOf(ctx, id, { accepted: false }, { formKey: null, withdrawal });
}
