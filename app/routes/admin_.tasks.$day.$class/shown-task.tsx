import type { TFunction } from "i18next";
import { AppLink } from "~/components/app-link";
import { ConfirmForm } from "~/components/confirm-form";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Fold } from "~/components/fold";
import { QrCode, TaskDownloads } from "~/components/tasks/task-downloads";
import { TaskFacts } from "~/components/tasks/task-facts";
import { TaskMap } from "~/components/tasks/task-map";
import { TaskPoints } from "~/components/tasks/task-points";
import { ruleTexts, useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { buildTaskPath, taskDeskPath, taskPath } from "~/lib/tasks/task-paths";
import type { TaskScoring } from "~db/schema";
import { SettingsForm } from "./settings-form";
import type { ShownTask } from "./task-desk.server";

interface ShownTaskProps {
	readonly task: ShownTask;
	/** Number of competitors who get a mail. */
	readonly recipients: number;
	readonly reply: FormReply | undefined;
}

/** The draft or the version in force, with what can be done about it. */
export function ShownTaskSection({ task, recipients, reply }: ShownTaskProps) {
	const { t } = useTexts();
	const { view, warnings } = task;
	const summary = useTaskSummary(view);
	const { missingTiles } = view.drawing.map;
	const isDraft = view.state === "draft";
	const headingId = isDraft ? "draft" : "in-force";
	return (
		<section aria-labelledby={headingId} className="task">
			<h2 id={headingId}>
				{t(isDraft ? "taskAdmin.draft" : "taskAdmin.inForce", { version: view.version })}
			</h2>
			<p className="task-summary">{summary}</p>
			{isDraft && warnings.length > 0 && (
				<div className="notice notice-warning">
					<p className="notice-title">{t("taskAdmin.warnings")}</p>
					<ul>
						{warnings.map((warning) => (
							<li key={warning}>{warning}</li>
						))}
					</ul>
				</div>
			)}
			{missingTiles.length > 0 && (
				<p className="notice notice-info">
					{t("taskAdmin.missingTiles", { tiles: missingTiles.join(", ") })}
				</p>
			)}
			{isDraft ? <DraftForm task={task} recipients={recipients} /> : <NextSteps task={task} />}
			<div className="task-overview">
				<TaskMap task={view} />
				<div>
					<TaskFacts task={view} />
				</div>
			</div>
			<TaskPoints task={view} labelledBy={headingId} />
			{isDraft && <RuleSources task={task} />}
			<p className="no-print">
				<AppLink className="button" to={`${buildTaskPath(view)}?from=${view.id}`}>
					{t(isDraft ? "taskAdmin.edit" : "taskAdmin.anew")}
				</AppLink>
			</p>
			{!isDraft && (
				<p className="no-print">
					<AppLink className="button button-danger" to={`${taskDeskPath(view)}?cancel`}>
						{t("taskAdmin.cancel", { version: view.version })}
					</AppLink>
				</p>
			)}
			<Fold
				className="no-print"
				open={reply !== undefined}
				summary={<h3>{t("taskAdmin.settings.heading")}</h3>}
			>
				<SettingsForm task={task} reply={reply} />
			</Fold>
		</section>
	);
}

/** Links to the printed task, to the page that competitors see, and to a phone. */
function NextSteps({ task: { view, code } }: Pick<ShownTaskProps, "task">) {
	const { t } = useTexts();
	return (
		<div className="card bg-surface task-next no-print flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
			<div className="grid grow basis-72 gap-3">
				<p>{t("taskAdmin.next")}</p>
				<TaskDownloads taskId={view.id} />
				<p>
					<AppLink className="button" to={taskPath(view)}>
						{t("taskAdmin.public")}
					</AppLink>
				</p>
			</div>
			<QrCode code={code} label={t("task.qr.address")} />
		</div>
	);
}

/** The form that publishes the draft, or discards it. */
function DraftForm({ task: { view }, recipients }: Omit<ShownTaskProps, "reply">) {
	const { t } = useTexts();
	const { version } = view;
	return (
		<form method="post">
			<input type="hidden" name="id" value={view.id} />
			<input type="hidden" name="revision" value={view.revision} />
			<p className="muted mb-4">
				{recipients > 0 ? t("taskAdmin.publish.hint", { count: recipients }) : t("taskAdmin.nobody")}
			</p>
			<p className="field-check">
				<input id="confirmed" type="checkbox" name="confirmed" required />
				<label htmlFor="confirmed">{t("taskAdmin.publish.confirm")}</label>
			</p>
			<p className="button-row">
				<button type="submit" className="button button-primary" name="intent" value="publish">
					{t("taskAdmin.publish", { version })}
				</button>
				<button type="submit" className="button" name="intent" value="cancel" formNoValidate>
					{t("taskAdmin.discard")}
				</button>
			</p>
		</form>
	);
}

interface CancelConfirmationProps {
	/** The version in force. */
	readonly task: ShownTask;
	/** Number of competitors who get a mail. */
	readonly recipients: number;
	/** Path of the desk. */
	readonly back: string;
}

/** Asks before a version is cancelled, and says how many mails that sends. */
export function CancelConfirmation({ task: { view }, recipients, back }: CancelConfirmationProps) {
	const { t } = useTexts();
	const { version } = view;
	return (
		<ConfirmForm
			title={t("cancellation.task.title", { version })}
			button={t("taskAdmin.cancel", { version })}
			returnTo={back}
		>
			<p>
				{recipients > 0 ? t("cancellation.task.mails", { count: recipients }) : t("cancellation.day.noMails")}{" "}
				{t("cancellation.task.after")}
			</p>
			<input type="hidden" name="id" value={view.id} />
			<input type="hidden" name="revision" value={view.revision} />
			<input type="hidden" name="intent" value="cancel" />
			<input type="hidden" name="confirmed" value="on" />
		</ConfirmForm>
	);
}

/** Every rule of a draft, with what it comes from: nothing is set by a file without being seen. */
function RuleSources({ task: { view, sources } }: { readonly task: ShownTask }) {
	const { t, language } = useTexts();
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
