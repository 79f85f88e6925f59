import { SelectField } from "~/components/app-form";
import { PageTurner } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import { operationsPath } from "~/lib/operations/operations-path";
import type { AuditRead } from "./audit.server";
import { AuditTable } from "./audit-table";

export function AuditList({ rows, filter, actions, people, next }: AuditRead) {
	const { t } = useTexts();
	return (
		<div className="stack">
			<h2 id="audit">{t("audit.title")}</h2>
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
		<form method="get" action={operationsPath("audit")} className="toolbar" autoComplete="off">
			<input type="hidden" name="view" value="audit" />
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
