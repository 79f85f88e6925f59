import { sql } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { areEntriesOpen } from "~/lib/editions/phase";
import { done, type Result, refuse } from "~/lib/result";
import { registrations } from "~db/schema";
import { complaintsAbout, referenceQueries } from "./check-entry.server";
import { columnsOf, differences } from "./entry-columns";
import { submittedMails } from "./entry-mails.server";
import type { EntryInput } from "./registration-schema";
import { type Entry, entryById } from "./registrations-queries.server";

type Refused = "entries-closed" | "invalid-fields" | "registration-exists";

/**
 * Enters the competition: the one entry of whoever is logged in.
 * @param formKey random key of the page's form; the same form sent twice gives one entry and one answer, a changed one is refused
 */
export async function enter(
	ctx: UserCtx,
	input: EntryInput,
	formKey: string | null = null,
): Promise<Result<Entry, Refused>> {
	const { db, actor, now, edition } = ctx;
	if (!areEntriesOpen(edition, now)) return refuse("entries-closed");
	const references = await db.batch(referenceQueries(db, input));
	const errors = complaintsAbout(ctx, input, references);
	if (errors) return refuse("invalid-fields", errors);

	const [, [competitionClass], [gliderType]] = references;
	const id = crypto.randomUUID();
	const columns = columnsOf(input);
	const number = sql<number>`(SELECT coalesce(max(${registrations.number}), 0) + 1 FROM ${registrations})`;
	const committed = await commit(ctx, {
		statements: [
			// First, so that a form sent twice is told from a second entry.
			...consumeFormKey(ctx, formKey, id),
			db
				.insert(registrations)
				.values({ ...columns, id, number, userId: actor.id, createdAt: now, updatedAt: now }),
		],
		audit: { action: "registration.enter", subjectId: id, after: columns },
		outbox: submittedMails(ctx, {
			registrationId: id,
			startNumber: input.startNumber,
			registrationNumber: input.registrationNumber,
			gliderType: gliderType?.name ?? "",
			classType: competitionClass?.type ?? "",
		}),
		// Visitors see how many entries wait.
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
 * The entry that a form with this key made for whoever is logged in; null when it was somebody else's form, or when the entry says
 * something else: what was changed in a form after it had been sent must not get lost.
 */
async function sentBefore(ctx: UserCtx, key: string, columns: ReturnType<typeof columnsOf>) {
	const made = await madeByForm(ctx, key);
	const [entry] = made ? await entryById(ctx.db, made) : [];
	return entry?.userId === ctx.actor.id && !differences(entry, columns) ? done(entry) : null;
}
