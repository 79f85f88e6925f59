import { and, eq, inArray, sql } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { dropTrackingOf } from "~/lib/days/tracking-statements.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { acceptedAccounts } from "~/lib/registrations/accepted-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { tasks } from "~db/schema";
import { taskInMail } from "./mail/task-in-mail";
import { classTaskPath } from "./task-paths";
import { taskById, toTaskVersion } from "./tasks-queries.server";

/**
 * Cancels a draft, or the version in force, of which the class gets a mail. The day keeps its status: another class may
 * fly. The class loses its tracking link to a task that is no more; one that was typed stays.
 * @param revision that the organiser saw; null cancels whichever there is
 */
export async function cancelTask(
	ctx: AdminCtx,
	id: string,
	revision: number | null,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now, edition, settings } = ctx;
	const [row] = await taskById(db, id);
	if (!row) return refuse("not-found");
	const isCancellable = row.state === "draft" || row.state === "published";
	if (!isCancellable || (revision !== null && revision !== row.revision)) return refuse("stale");
	const wasPublished = row.state === "published";
	const recipients = wasPublished ? await acceptedAccounts(db, now, row.classId) : [];
	const mail = taskInMail(toTaskVersion(row));
	const taskUrl = `${editionOrigin(edition.year, settings)}${classTaskPath(row)}`;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(tasks)
					.set({ state: "cancelled", updatedAt: now, revision: sql`${tasks.revision} + 1` })
					.where(
						and(
							eq(tasks.id, id),
							inArray(tasks.state, ["draft", "published"]),
							eq(tasks.revision, row.revision),
						),
					),
			),
			...(wasPublished ? [dropTrackingOf(ctx, row, taskUrl)] : []),
		],
		audit: { action: "task.cancel", subjectId: id, before: { state: row.state, version: mail.version } },
		outbox: recipients.map((account) => mailTo(account, "task-cancelled", { ...mail })),
		visible: wasPublished,
	});
	return committed.ok ? done(null) : refuse("stale");
}
