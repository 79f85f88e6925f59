import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/app-form";
import { PageTurner } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import { readCursor, writeCursor } from "~/lib/db/cursor";
import { read } from "~/lib/db/read.server";
import { addDays, startOfDay } from "~/lib/editions/prague-time";
import { optionalDate } from "~/lib/forms/fields";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { compareNames } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";
import { auditActions, auditActors, auditPage } from "./audit-queries.server";
import { AuditTable } from "./audit-table";
import { recordedChanges } from "./recorded-change";
import { inWords, namedRecords } from "./recorded-names.server";

export const handle = page({ title: "audit.title" });

const mostPerPage = 50;

/** The instants of a local date; null filters nothing. */
function instantsOf(date: string | null) {
	return date === null ? null : { from: startOfDay(date), until: startOfDay(addDays(date, 1)) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = requireAdmin(context);
	const { db, language } = ctx;
	const { searchParams } = new URL(request.url);
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

export default function AuditPage() {
	const { t } = useTexts();
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

interface AuditFilterFormProps {
	readonly filter: {
		readonly action: string | null;
		readonly person: string | null;
		/** Local date. */
		readonly date: string | null;
	};
	readonly actions: readonly { readonly name: string; readonly text: string }[];
	readonly people: readonly { readonly id: string; readonly name: string; readonly surname: string }[];
}

function AuditFilterForm({ filter, actions, people }: AuditFilterFormProps) {
	const { t } = useTexts();
	return (
		<form method="get" action="/admin/audit" className="toolbar" autoComplete="off">
			<SelectField
				field={{ id: "audit-action", name: "action", initialValue: filter.action ?? "" }}
				label={t("audit.filter.action")}
				none={t("audit.filter.everything")}
				options={actions.map(({ name, text }) => ({ value: name, label: text }))}
			/>
			<SelectField
				field={{ id: "audit-person", name: "person", initialValue: filter.person ?? "" }}
				label={t("audit.filter.person")}
				none={t("audit.filter.everybody")}
				options={people.map(({ id, name, surname }) => ({ value: id, label: `${surname} ${name}` }))}
			/>
			<div className="field">
				<label htmlFor="audit-date">{t("audit.filter.date")}</label>
				<input id="audit-date" name="date" type="date" defaultValue={filter.date ?? ""} />
			</div>
			<button type="submit" className="button">
				{t("audit.filter.submit")}
			</button>
		</form>
	);
}
