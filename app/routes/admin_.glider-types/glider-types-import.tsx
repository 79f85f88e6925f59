import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useClassName } from "~/components/use-class-name";
import { useLanguage } from "~/components/use-language";
import type { ImportPlan } from "~/lib/entries/import-glider-types.server";
import { formatNumber } from "~/lib/i18n/format-number";

type Plan = Extract<ImportPlan, { readonly ok: true }>;

export function ImportErrors({ errors }: { readonly errors: readonly string[] }) {
	const { t } = useTranslation();
	return (
		<div className="notice notice-danger" role="alert">
			<p className="notice-title">{t("gliderTypes.import.failed")}</p>
			<ul>
				{errors.map((error) => (
					<li key={error}>{error}</li>
				))}
			</ul>
		</div>
	);
}

export function ImportPreview({ plan, csv }: { readonly plan: Plan; readonly csv: string }) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	const number = (value: number | null) => (value === null ? "–" : formatNumber(value, language, [0, 3]));
	if (plan.changes.length === 0) {
		return <p className="notice notice-info">{t("gliderTypes.import.nothing", { count: plan.unchanged })}</p>;
	}
	const columns = ["name", "class", "before", "after"].map((column) => t(`gliderTypes.column.${column}`));
	return (
		<section aria-labelledby="preview">
			<h2 id="preview">{t("gliderTypes.import.changes", { count: plan.changes.length })}</h2>
			<p className="muted mt-1 mb-4">{t("gliderTypes.import.unchanged", { count: plan.unchanged })}</p>
			<DataTable labelledBy="preview" columns={columns}>
				{plan.changes.map(({ name, classType, before, after }) => (
					<DataRow key={`${classType} ${name}`}>
						<RowHeader>{name}</RowHeader>
						<DataCell label={columns[1]}>{classNameOf(classType)}</DataCell>
						<DataCell label={columns[2]}>{number(before)}</DataCell>
						<DataCell label={columns[3]}>{number(after)}</DataCell>
					</DataRow>
				))}
			</DataTable>
			<form method="post" encType="multipart/form-data" className="my-4">
				<textarea name="list" value={csv} readOnly hidden />
				<button type="submit" className="button button-primary" name="intent" value="import">
					{t("gliderTypes.import.button")}
				</button>
			</form>
		</section>
	);
}
