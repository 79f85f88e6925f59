import { AppLink } from "~/components/app-link";
import { ConfirmForm } from "~/components/confirm-form";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Fold } from "~/components/fold";
import { HiddenValues } from "~/components/hidden-values";
import { QrCode, TaskDownloads } from "~/components/tasks/task-downloads";
import { TaskFacts } from "~/components/tasks/task-facts";
import { TaskMap } from "~/components/tasks/task-map";
import { TaskPoints } from "~/components/tasks/task-points";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { buildTaskPath, taskDeskPath, taskPath } from "~/lib/tasks/task-paths";
import type { ShownTask, TaskWords } from "./page.server";
import { SettingsForm } from "./settings-form";

interface ShownTaskProps {
	readonly task: ShownTask;
	readonly words: TaskWords;
	readonly reply: FormReply | undefined;
}

/** The draft or the version in force, with what can be done about it. */
export function ShownTaskSection({ task, words, reply }: ShownTaskProps) {
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
			{isDraft ? <DraftForm task={task} words={words} /> : <NextSteps task={task} words={words} />}
			<div className="task-overview">
				<TaskMap task={view} />
				<div>
					<TaskFacts task={view} />
				</div>
			</div>
			<TaskPoints task={view} labelledBy={headingId} />
			{isDraft && <Rules task={task} />}
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
function NextSteps({ task: { view, code }, words }: Omit<ShownTaskProps, "reply">) {
	const { t } = useTexts();
	return (
		<div className="card bg-surface task-next no-print flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
			<div className="grid grow basis-72 gap-3">
				<p>{words.next}</p>
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
function DraftForm({ task: { view }, words }: Omit<ShownTaskProps, "reply">) {
	const { t } = useTexts();
	const { version } = view;
	return (
		<form method="post">
			<HiddenValues values={{ id: view.id, revision: view.revision }} />
			<p className="muted mb-4">{words.publish}</p>
			<p className="field-check">
				<input id="confirmed" type="checkbox" name="confirmed" required />
				<label htmlFor="confirmed">{words.confirm}</label>
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
	readonly words: TaskWords;
	/** Path of the desk. */
	readonly back: string;
}

/** Asks before a version is cancelled, and says how many mails that sends. */
export function CancelConfirmation({ task: { view }, words, back }: CancelConfirmationProps) {
	const { t } = useTexts();
	const { version } = view;
	return (
		<ConfirmForm
			title={t("cancellation.task.title", { version })}
			button={t("taskAdmin.cancel", { version })}
			returnTo={back}
		>
			<p>{words.cancel}</p>
			<HiddenValues values={{ id: view.id, revision: view.revision, intent: "cancel", confirmed: "on" }} />
		</ConfirmForm>
	);
}

function Rules({ task: { rules } }: Pick<ShownTaskProps, "task">) {
	const { t } = useTexts();
	const columns = ["rule", "value", "source"].map((column) => t(`taskAdmin.column.${column}`));
	return (
		<>
			<h3 id="rule-sources">{t("taskAdmin.sources")}</h3>
			<DataTable labelledBy="rule-sources" columns={columns}>
				{rules.map(({ label, value, source }) => (
					<DataRow key={label}>
						<RowHeader>{label}</RowHeader>
						<DataCell label={columns[1]}>{value}</DataCell>
						<DataCell label={columns[2]}>{source}</DataCell>
					</DataRow>
				))}
			</DataTable>
		</>
	);
}
