import type { SQL } from "drizzle-orm";
import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { first } from "~/lib/db/read.server";
import { missingTasks } from "~/lib/tasks/tasks-queries.server";
import { ownDay } from "./own-day.server";

type Reader = "visitor" | "user" | "organiser";

/** Makes what reads home once for each kind of reader. @returns what finds the one for a request */
export function byReader<Read>(readFor: (reader: Reader) => Read): (ctx: Ctx) => Read {
	const [visitor, user, organiser] = [readFor("visitor"), readFor("user"), readFor("organiser")];
	return (ctx) => {
		if (isAdmin(ctx)) return organiser;
		return ctx.actor ? user : visitor;
	};
}

/**
 * The queries that home has for those who are signed in only: their own day, for organisers also the tasks that are missing.
 * @param date local, of the own day
 */
export function ownQueries(
	reader: Reader,
	db: Db,
	{ userId, today, tomorrow }: Readonly<Record<"userId" | "today" | "tomorrow", SQL<string>>>,
	date: SQL<string | null>,
) {
	return {
		own: reader === "visitor" ? undefined : first(ownDay(db, userId, date)),
		missing: reader === "organiser" ? missingTasks(db, today, tomorrow) : undefined,
	};
}
