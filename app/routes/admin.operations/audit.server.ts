import type { StaffCtx } from "~/lib/context";
import { readCursor, writeCursor } from "~/lib/db/cursor";
import { read } from "~/lib/db/read.server";
import { addDays, startOfDay } from "~/lib/editions/prague-time";
import { optionalDate } from "~/lib/forms/fields";
import { compareNames } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { auditActions, auditActors, auditPage } from "./audit-queries.server";
import { recordedChanges } from "./recorded-change";
import { inWords, namedRecords } from "./recorded-names.server";

const mostPerPage = 50;

/** The instants of a local date; null filters nothing. */
function instantsOf(date: string | null) {
	return date === null ? null : { from: startOfDay(date), until: startOfDay(addDays(date, 1)) };
}

export async function readAudit(ctx: StaffCtx<"operations">, searchParams: URLSearchParams) {
	const { db, language } = ctx;
	const action = searchParams.get("action") || null;
	const actorId = searchParams.get("person") || null;
	const date = optionalDate.safeParse(searchParams.get("date")).data ?? null;
	const after = readCursor(searchParams.get("after"));
	const { rows, actions, actors, ...records } = await read(db, {
		rows: auditPage(db, { action, actorId, during: instantsOf(date) }, after, mostPerPage),
		actions: auditActions(db),
		actors: auditActors(db),
		...namedRecords(db),
	});
	const toWords = inWords(ctx, records);
	// The server translates, as the texts of all actions would burden every organisers' page.
	const { t } = textsOf(language);
	const textOf = (name: string) => t(`audit.action.${name}`, { defaultValue: name });
	const last = rows.length === mostPerPage ? rows.at(-1) : undefined;
	return {
		rows: rows.map(({ before, after, ...row }) => ({
			...row,
			action: textOf(row.action),
			changes: recordedChanges(before, after).map(toWords),
		})),
		filter: { action, person: actorId, date },
		actions: actions.map((row) => ({ name: row.action, text: textOf(row.action) })),
		people: actors.sort((a, b) => compareNames(a.surname, b.surname) || compareNames(a.name, b.name)),
		next: last ? writeCursor(last) : null,
	};
}

export type AuditRead = Awaited<ReturnType<typeof readAudit>>;
