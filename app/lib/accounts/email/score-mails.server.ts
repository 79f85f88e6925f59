import { eq } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { users } from "~db/schema";

/** Query for whether an account gets a mail when its flight log is evaluated. */
export function scoreMailsOf(db: Db, userId: string) {
	return db.select({ scoreMails: users.scoreMails }).from(users).where(eq(users.id, userId));
}

/** Switches the mails about evaluated flight logs on or off. */
export async function setScoreMails(ctx: UserCtx, scoreMails: boolean): Promise<void> {
	const { db, actor } = ctx;
	await commit(ctx, {
		statements: [db.update(users).set({ scoreMails }).where(eq(users.id, actor.id))],
		audit: { action: "account.score-mails", subjectId: actor.id, after: { scoreMails } },
		visible: false,
	});
}
