import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { ruleTexts } from "~/components/tasks/rule-texts";
import { useLanguage } from "~/components/use-language";
import type { TaskScoring } from "~db/schema";
import type { ShownTask } from "./task-desk.server";

/** Every rule of a draft, with what it comes from: nothing is set by a file without being seen. */
export function RuleSources({ task: { view, sources } }: { readonly task: ShownTask }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const columns = ["rule", "value", "source"].map((column) => t(`taskAdmin.column.${column}`));
	const rows = [...ruleTexts(t, language, view.rules), ...scoringTexts(t, view.scoring)];
	return (
		<>
			<h3 id="rule-sources">{t("taskAdmin.sources")}</h3>
			<DataTable labelledBy="rule-sources" columns={columns}>
				{rows.map(({ name, label, value }) => {
					const source = sources[name];
					return (
						<DataRow key={name}>
							<RowHeader>{label}</RowHeader>
							<DataCell label={columns[1]}>{value ?? t("taskAdmin.noRule")}</DataCell>
							<DataCell label={columns[2]}>{source ? t(`taskAdmin.source.${source}`) : "–"}</DataCell>
						</DataRow>
					);
				})}
			</DataTable>
		</>
	);
}

function scoringTexts(t: TFunction, scoring: TaskScoring) {
	const label = (name: string) => t(`taskAdmin.field.${name}`);
	const yesOrNo = (value: boolean) => t(value ? "common.yes" : "common.no");
	const { d1Km, dmKm, handicaps, earth, subtractFinishRadius } = scoring;
	return [
		{ name: "d1Km", label: label("d1Km"), value: String(d1Km) },
		{ name: "dmKm", label: label("dmKm"), value: String(dmKm) },
		{ name: "handicaps", label: label("handicaps"), value: yesOrNo(handicaps) },
		{ name: "earth", label: label("earth"), value: label(`earth.${earth}`) },
		{
			name: "subtractFinishRadius",
			label: label("subtractFinishRadius"),
			value: yesOrNo(subtractFinishRadius),
		},
	] as const;
}
