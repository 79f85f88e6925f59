import { useTranslation } from "react-i18next";

interface AuditFilterFormProps {
	readonly filter: {
		readonly action: string | null;
		readonly person: string | null;
		/** Local date. */
		readonly date: string | null;
	};
	readonly actions: readonly string[];
	readonly people: readonly { readonly id: string; readonly name: string; readonly surname: string }[];
}

export function AuditFilterForm({ filter, actions, people }: AuditFilterFormProps) {
	const { t } = useTranslation();
	return (
		<form method="get" action="/admin/audit" className="toolbar" autoComplete="off">
			<div className="field">
				<label htmlFor="audit-action">{t("audit.filter.action")}</label>
				<select id="audit-action" name="action" defaultValue={filter.action ?? ""}>
					<option value="">{t("audit.filter.everything")}</option>
					{actions.map((action) => (
						<option key={action} value={action}>
							{t(`audit.action.${action}`, { defaultValue: action })}
						</option>
					))}
				</select>
			</div>
			<div className="field">
				<label htmlFor="audit-person">{t("audit.filter.person")}</label>
				<select id="audit-person" name="person" defaultValue={filter.person ?? ""}>
					<option value="">{t("audit.filter.everybody")}</option>
					{people.map(({ id, name, surname }) => (
						<option key={id} value={id}>{`${surname} ${name}`}</option>
					))}
				</select>
			</div>
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
