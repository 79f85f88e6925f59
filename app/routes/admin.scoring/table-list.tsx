import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { Fold } from "~/components/fold";
import { ActionForm } from "~/components/queue/action-form";
import { ResultsNote } from "~/components/results/results-note";
import { useTexts } from "~/components/use-texts";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { resultsPath } from "~/lib/results/results-address";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";
import type { ResultsAdmin } from "./results-admin.server";

interface TableListProps {
	readonly admin: ResultsAdmin;
}

export function TableList({ admin }: TableListProps) {
	const { t, classNameOf } = useTexts();
	return admin.classes.map(({ id, type, sheets }) => (
		<div key={id} className="card">
			<h3>{classNameOf(type)}</h3>
			{sheets.length === 0 ? (
				<p className="muted">{t("results.class.noResults")}</p>
			) : (
				<ul className="lined">
					{sheets.map((sheet) => (
						<TableItem
							key={sheet.dayId}
							classId={id}
							sheet={sheet}
							hasSource={admin.hasSource}
							aboutRemoval={admin.aboutRemoval}
						/>
					))}
				</ul>
			)}
		</div>
	));
}

interface TableItemProps {
	readonly classId: string;
	readonly sheet: ResultsAdmin["classes"][number]["sheets"][number];
	readonly hasSource: boolean;
	readonly aboutRemoval: string;
}

function TableItem({ classId, sheet, hasSource, aboutRemoval }: TableItemProps) {
	const { t, language } = useTexts();
	const { dayId, status, updatedAt, source, task, date } = sheet;
	return (
		<li>
			<p className="mb-1">
				<AppLink to={resultsPath({ view: "daily", classId, dayId })}>
					{dayAndDate(t, { name: sheet.dayName, date }, language)}
				</AppLink>
				{" – "}
				{t(`results.source.${source}`)}
			</p>
			<ResultsNote status={status} updatedAt={updatedAt} />
			{task !== "TASK" && <p className="field-error">{t("results.sheet.hidden")}</p>}
			{source === "csv" && hasSource && (
				<TableForm intent="follow" classId={classId} dayId={dayId}>
					<button type="submit" className="button">
						{t("results.follow")}
					</button>
				</TableForm>
			)}
			{source === "csv" && (
				<Fold summary={t("results.remove")}>
					<TableForm intent="remove" classId={classId} dayId={dayId}>
						<p>{aboutRemoval}</p>
						<button type="submit" className="button button-danger">
							{t("results.remove.button")}
						</button>
					</TableForm>
				</Fold>
			)}
		</li>
	);
}

interface TableFormProps {
	readonly intent: "follow" | "remove";
	readonly classId: string;
	readonly dayId: string;
	readonly children: ReactNode;
}

function TableForm({ intent, classId, dayId, children }: TableFormProps) {
	const { t } = useTexts();
	return (
		<ActionForm
			action={scoringDaysPath}
			errorText={t("error.generic")}
			values={{ intent, competitionClass: classId, day: dayId }}
		>
			{children}
		</ActionForm>
	);
}
