import { and, count, eq, isNull, sql } from "drizzle-orm";
import { documentPath } from "~/lib/content/document-types";
import { documentList } from "~/lib/content/documents-queries.server";
import { newsList } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { preparedRead } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { comingTasks } from "~/lib/tasks/tasks-queries.server";
import { registrations, users } from "~db/schema";
import { byReader, ownQueries } from "./by-reader.server";
import { mayEnter, ownEntry } from "./own-day.server";
import { datesOf, taskLinks } from "./task-links.server";

/** Newest documents on home. */
const shownDocuments = 3;

/** Query for the numbers of entries by class. */
function entryCounts(db: Db) {
	const numberOf = (condition: ReturnType<typeof and>) => sql<number>`count(*) FILTER (WHERE ${condition})`;
	const { accepted, isReserve } = registrations;
	return db
		.select({
			classId: registrations.competitionClassId,
			accepted: numberOf(and(eq(accepted, true), eq(isReserve, false))),
			waiting: numberOf(and(eq(accepted, false), isNull(users.erasedAt))),
			entries: count(),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.groupBy(registrations.competitionClassId);
}

const readFor = byReader((reader) =>
	preparedRead(["userId", "firstDay", "today", "tomorrow"], (db, values) => ({
		news: newsList(db),
		classes: allClasses(db),
		counts: entryCounts(db),
		documents: documentList(db).limit(shownDocuments),
		coming: comingTasks(db, values.today),
		...ownQueries(reader, db, values, values.firstDay),
	})),
);

/** Home before the first competition day. */
export async function readBeforeSeason(ctx: Ctx) {
	const { db, actor, edition } = ctx;
	const values = { ...datesOf(ctx), userId: actor?.id ?? null, firstDay: edition.competition.from };
	const { news, classes, counts, documents, coming, own, missing } = await readFor(ctx)(db, values);
	return {
		news,
		own: ownEntry(ctx, own),
		mayEnter: mayEnter(ctx, own),
		taskLinks: taskLinks(ctx, coming, missing),
		now: {
			kind: "before" as const,
			classes: classes.map(({ id, type }) => {
				const { accepted = 0, waiting = 0 } = counts.find(({ classId }) => classId === id) ?? {};
				return { id, type, accepted, waiting };
			}),
			documents: documents.map(({ id, name, updatedAt }) => ({
				id,
				name,
				updatedAt,
				path: documentPath({ id, name }),
			})),
			takesPayment: edition.payment !== null,
		},
	};
}

export type BeforeSeason = Awaited<ReturnType<typeof readBeforeSeason>>["now"];
