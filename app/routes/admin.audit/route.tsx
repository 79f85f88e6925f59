import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageTurner } from "~/components/data-table";
import { readCursor, writeCursor } from "~/lib/db/cursor";
import { read } from "~/lib/db/read.server";
import { addDays, startOfDay } from "~/lib/editions/prague-time";
import { optionalDate } from "~/lib/forms/fields";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { compareNames } from "~/lib/i18n/collate";
import { page } from "~/shell/handle";
import { AuditFilterForm } from "./audit-filter-form";
import { auditActions, auditActors, auditPage } from "./audit-queries.server";
import { AuditTable } from "./audit-table";
import { recordedChanges } from "./recorded-change";

export const handle = page({ title: "audit.title" });

const mostPerPage = 50;

/** The instants of a local date; null filters nothing. */
function instantsOf(date: string | null) {
	return date === null ? null : { from: startOfDay(date), until: startOfDay(addDays(date, 1)) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { db } = requireAdmin(context);
	const { searchParams } = new URL(request.url);
	const action = searchParams.get("action") || null;
	const actorId = searchParams.get("person") || null;
	const date = optionalDate.safeParse(searchParams.get("date")).data ?? null;
	const after = readCursor(searchParams.get("after"));
	const { rows, actions, actors } = await read(db, {
		rows: auditPage(db, { action, actorId, during: instantsOf(date) }, after, mostPerPage),
		actions: auditActions(db),
		actors: auditActors(db),
	});
	const last = rows.length === mostPerPage ? rows.at(-1) : undefined;
	return {
		rows: rows.map(({ before, after, ...row }) => ({ ...row, changes: recordedChanges(before, after) })),
		filter: { action, person: actorId, date },
		actions: actions.map((row) => row.action),
		people: actors.sort((a, b) => compareNames(a.surname, b.surname) || compareNames(a.name, b.name)),
		next: last ? writeCursor(last) : null,
	};
}

export default function AuditPage() {
	const { t } = useTranslation();
	const { rows, filter, actions, people, next } = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1 id="audit">{t("audit.title")}</h1>
			<AuditFilterForm filter={filter} actions={actions} people={people} />
			<AuditTable labelledBy="audit" rows={rows} />
			<PageTurner next={next} />
		</div>
	);
}
