import { sql } from "drizzle-orm";
import { withoutTooMany } from "~/lib/accounts/account-queries.server";
import { mayEnter } from "~/lib/accounts/signup-links.server";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { read } from "~/lib/db/read.server";
import { done, type Result, refuse } from "~/lib/result";
import { registrations } from "~db/schema";
import { askedComplaints, complaintsAbout, referenceQueries } from "./check-entry.server";
import { type Entry, entryById } from "./entries-queries.server";
import { columnsOf, differences } from "./entry-columns";
import type { EntryInput } from "./entry-schema";
import { feeOf } from "./fees";
import { submittedMails } from "./queue-entry-mails.server";
import { savingDevicesOf } from "./save-devices.server";

type Refused = "entries-closed" | "invalid-fields" | "registration-exists";

/**
 * Adds the one entry of the signed-in user.
 * @param formKey random key of the page's form: the same form sent twice adds one entry and succeeds twice; a form that was changed
 * in between is refused
 */
export async function enter(
	ctx: UserCtx,
	input: EntryInput,
	formKey: string | null = null,
): Promise<Result<Entry, Refused>> {
	const { db, actor, now, edition } = ctx;
	if (!(await mayEnter(ctx))) return refuse("entries-closed");
	const references = await read(db, referenceQueries(db, input));
	const errors = complaintsAbout(ctx, input, references, { userId: actor.id }) ?? askedComplaints(ctx, input);
	if (errors) return refuse("invalid-fields", errors);

	const { gliderType } = references;
	const classType = references.competitionClass?.type ?? "";
	const id = crypto.randomUUID();
	const columns = columnsOf(input, null);
	const devices = savingDevicesOf(ctx, id, null, input);
	const mails = submittedMails(ctx, {
		registrationId: id,
		startNumber: input.startNumber,
		registrationNumber: input.registrationNumber,
		gliderType: gliderType?.name ?? "",
		classType,
	});
	const number = sql<number>`(SELECT coalesce(max(${registrations.number}), 0) + 1 FROM ${registrations})`;
	const committed = await commit(ctx, {
		statements: [
			// The key comes first: a form sent twice must fail here, not at the unique index that refuses a second entry.
			...consumeFormKey(ctx, formKey, id),
			db.insert(registrations).values({
				...columns,
				id,
				number,
				userId: actor.id,
				fee: feeOf(edition, classType, now),
				createdAt: now,
				updatedAt: now,
			}),
			...(devices?.statements ?? []),
		],
		audit: [{ action: "registration.enter", subjectId: id, after: columns }, ...(devices?.audit ?? [])],
		effects: devices?.effects ?? [],
		outbox: await withoutTooMany(ctx, mails),
		// The starting list shows how many entries wait.
		visible: true,
	});
	if (committed.ok) return done(await written(ctx, id));
	if (wasSentBefore(committed) && formKey)
		return (await sentBefore(ctx, formKey, columns)) ?? enter(ctx, input);
	return refuse("registration-exists");
}

async function written({ db }: UserCtx, id: string): Promise<Entry> {
	const [entry] = await entryById(db, id);
	if (!entry) throw new Error("an entry vanished after it was written");
	return entry;
}

/**
 * Returns the entry that the signed-in user's same form has added before. Null if the values differ: an edit made after the first
 * sending must not be lost silently.
 */
async function sentBefore(ctx: UserCtx, key: string, columns: ReturnType<typeof columnsOf>) {
	const made = await madeByForm(ctx, key);
	const [entry] = made ? await entryById(ctx.db, made) : [];
	return entry?.userId === ctx.actor.id && !differences(entry, columns) ? done(entry) : null;
}
