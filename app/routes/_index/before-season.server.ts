import { and, eq, sql } from "drizzle-orm";
import { documentPath } from "~/lib/content/document-types";
import { documentList } from "~/lib/content/documents-queries.server";
import { newsOfPage } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { preparedParts } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { isWaiting } from "~/lib/entries/entries-queries.server";
import { feesInWords } from "~/lib/entries/fees";
import { textsOf } from "~/lib/i18n/i18n.server";
import { comingTasks } from "~/lib/tasks/tasks-queries.server";
import { registrations, users } from "~db/schema";
import type { Capacity } from "~editions/schema";
import { lackOf } from "./lacking-parts.server";
import { byReader, isToEnter, ownEntry, ownQueries } from "./own-card.server";
import { datesOf, taskLinks } from "./task-links.server";

/** Number of newest documents on home. */
const shownDocuments = 3;

function entryCounts(db: Db) {
	const numberOf = (condition: ReturnType<typeof and>) => sql<number>`count(*) FILTER (WHERE ${condition})`;
	const { accepted, isReserve } = registrations;
	return db
		.select({
			classId: registrations.competitionClassId,
			accepted: numberOf(and(eq(accepted, true), eq(isReserve, false))),
			waiting: numberOf(isWaiting),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.groupBy(registrations.competitionClassId);
}

const readEntriesFor = byReader((reader) =>
	preparedParts(["userId", "firstDay", "today", "tomorrow"], (db, values) => ({
		news: newsOfPage(db),
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
	const { found, failed } = await readEntriesFor(ctx)(db, values);
	const { news, classes, counts, documents, coming, own, missing } = found;
	const lacks = lackOf(failed);
	const entered = classes.map(({ id, type }) => {
		const { accepted = 0, waiting = 0 } = counts.find(({ classId }) => classId === id) ?? {};
		return { id, type, accepted, waiting };
	});
	return {
		failed,
		news,
		own: ownEntry(ctx, own),
		mayEnter: !lacks("own") && (await isToEnter(ctx, own)),
		taskLinks: taskLinks(ctx, coming, missing),
		now: {
			kind: "before" as const,
			invitation: invitationOf(ctx),
			classes: lacks("entries", "classes")
				? []
				: entered.map((one) => ({ ...one, places: placesOf(edition.capacity, one.type) })),
			/** Places in all classes together; null without a number, and where each class has its own. */
			places: edition.capacity && "total" in edition.capacity ? edition.capacity.total : null,
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

function placesOf(capacity: Capacity | undefined, type: string): number | null {
	return capacity && "byClass" in capacity ? (capacity.byClass[type] ?? null) : null;
}

/** What an invitation says beside the head of the page. */
function invitationOf({ edition, language, now }: Ctx) {
	const { invitation, contacts } = edition;
	const { name, email, phone } = contacts.registrations;
	return {
		what: invitation?.what[language] ?? edition.pageDescription[language],
		camp: invitation?.camp?.[language] ?? null,
		tow: invitation?.tow?.[language] ?? null,
		fees: feesInWords(edition, now, { t: textsOf(language).t, language }),
		contact: { name, email, phone },
	};
}

export type BeforeSeason = Awaited<ReturnType<typeof readBeforeSeason>>["now"];
