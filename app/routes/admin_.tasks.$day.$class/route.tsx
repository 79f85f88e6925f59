import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { EvaluationProgress } from "~/components/step-progress";
import { TakeBack } from "~/components/tasks/take-back";
import { TaskThumbnail } from "~/components/tasks/task-layer";
import { useTexts } from "~/components/use-texts";
import type { StaffCtx } from "~/lib/context";
import { answerForm, byIntent, type FormReply } from "~/lib/forms/form-action.server";
import { bodyOf, isUpload, readForm, readUpload } from "~/lib/http/body.server";
import { errorPage, requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { dayName } from "~/lib/i18n/format-dates";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { cancelTask, takeTaskBack } from "~/lib/tasks/cancel-task.server";
import { changeTask } from "~/lib/tasks/change-task.server";
import { publishTask } from "~/lib/tasks/publish-task.server";
import { settingsOfForm, taskFormSchema } from "~/lib/tasks/task-form-schema";
import { buildTaskPath, taskDeskPath } from "~/lib/tasks/task-paths";
import { taskSummary } from "~/lib/tasks/task-summary";
import { page } from "~/shell/handle";
import { readTaskDesk, type TaskDesk } from "./page.server";
import { CancelConfirmation, ShownTaskSection } from "./shown-task";
import { UploadForm } from "./upload-form";
import {
	addChosenTask,
	takeSoaringSpotTask,
	type Uploaded,
	type UploadReply,
	uploadTaskFile,
} from "./upload-task.server";

export const handle = page({
	title: "taskAdmin.title",
});

async function readDesk(ctx: StaffCtx<"tasks">, params: LoaderFunctionArgs["params"]): Promise<TaskDesk> {
	const desk = await readTaskDesk(ctx, params.day ?? "", params.class ?? "");
	if (!desk) throw errorPage("not-found");
	return desk;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "tasks");
	const isCancelling = new URL(request.url).searchParams.has("cancel");
	return { ...(await readDesk(ctx, params)), isCancelling };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "tasks");
	const { where, day, classType, className, draft, inForce, recipients } = await readDesk(ctx, params);
	const form = bodyOf(await (isUpload(request) ? readUpload(request) : readForm(request)));
	const back = taskDeskPath({ date: day.date, classType });
	const text = (name: string) => String(form.get(name) ?? "");
	const sent = { ctx, back, id: text("id"), revision: Number(text("revision")), recipients };
	const isConfirmed = form.has("confirmed");
	return byIntent(form, {
		upload: async () => answerUpload(back, await uploadTaskFile(ctx, where, form.get("task"), day.date)),
		"soaring-spot": async () => {
			const ours = { name: className, type: classType };
			return answerUpload(back, await takeSoaringSpotTask(ctx, where, ours, day.date));
		},
		choose: async () => answerUpload(back, await addChosenTask(ctx, where, text("chosen"))),
		publish: () => answerPublish(sent, isConfirmed),
		cancel: () => answerCancel(sent, isConfirmed || inForce?.view.id !== sent.id),
		"take-back": async () =>
			answer(back, await takeTaskBack(ctx, sent.id, sent.revision), "cancellation.takenBack"),
		otherwise: () => answerSettings(sent, form, draft?.view.id === sent.id),
	});
}

/** A form about one version of the task. */
interface SentForm {
	readonly ctx: StaffCtx<"tasks">;
	/** Path of the page. */
	readonly back: string;
	readonly id: string;
	readonly revision: number;
	/** How many get the mail. */
	readonly recipients: number;
}

async function answerPublish({ ctx, back, id, revision, recipients }: SentForm, isConfirmed: boolean) {
	// Publishing sends the names of the points, which somebody typed, to a whole class.
	await requireCode(ctx, back);
	if (!isConfirmed) return redirectRefused(back, "unconfirmed", "taskAdmin.publish.unconfirmed");
	return answer(back, await publishTask(ctx, id, revision), {
		key: "taskAdmin.publish.success",
		count: recipients,
	});
}

async function answerCancel({ ctx, back, id, revision, recipients }: SentForm, isConfirmed: boolean) {
	if (!isConfirmed) return redirectRefused(`${back}?cancel`, "unconfirmed", "server.unconfirmed");
	return answer(back, await cancelTask(ctx, id, revision), {
		key: "taskAdmin.cancel.success",
		count: recipients,
	});
}

async function answerSettings({ ctx, back, id }: SentForm, form: FormData, isDraft: boolean) {
	return answerForm(
		{ ctx, form },
		taskFormSchema,
		(_, typed) => changeTask(ctx, id, settingsOfForm(typed, isDraft), typed.revision),
		() => redirectWithFlash(back, "taskAdmin.settings.success"),
	);
}

function answerUpload(back: string, uploaded: Uploaded) {
	if (!uploaded.ok) return data({ upload: uploaded.reply }, uploaded.reply.choices.length > 0 ? 200 : 400);
	const key = uploaded.hasZones ? "taskAdmin.upload.success" : "taskAdmin.upload.success.usualZones";
	return redirectWithFlash(back, key);
}

export default function TaskDeskPage() {
	const desk = useLoaderData<typeof loader>();
	const reply = useActionData() as { readonly upload: UploadReply } | FormReply | undefined;
	const { t } = useTexts();
	const { day, classType, draft, inForce, words, isCancelling } = desk;
	const upload = reply && "upload" in reply ? reply.upload : undefined;
	const settings = reply && "submission" in reply ? reply : undefined;
	const repliedId = settings?.submission.initialValue?.id;
	if (isCancelling && inForce) {
		const back = taskDeskPath({ date: day.date, classType });
		return <CancelConfirmation task={inForce} words={words} back={back} />;
	}
	const uploadForm = (
		<UploadForm
			reply={upload}
			hint={words.upload}
			hasSoaringSpot={desk.hasSoaringSpot}
			isPrimary={!draft && !inForce}
		/>
	);
	return (
		<div className="stack">
			<DeskHead day={day} classType={classType} />
			<EvaluationProgress evaluating={desk.evaluating} />
			{desk.cancelled.map(({ id, revision, version, until, mails }) => (
				<TakeBack key={id} until={until} mails={mails} fields={{ id, revision }}>
					{t("cancellation.task.open", { version })}
				</TakeBack>
			))}
			{/* What became of an upload is the first thing to read, also below a long draft. */}
			{upload && uploadForm}
			{[draft, inForce].map(
				(task) =>
					task && (
						<ShownTaskSection
							key={task.view.id}
							task={task}
							words={words}
							reply={repliedId === task.view.id ? settings : undefined}
						/>
					),
			)}
			{!upload && uploadForm}
			<p className="no-print">
				<AppLink className="button" to={buildTaskPath({ date: day.date, classType })}>
					{t("taskAdmin.build")}
				</AppLink>
			</p>
			{desk.versions.length > 0 && <Versions desk={desk} />}
		</div>
	);
}

function DeskHead({ day, classType }: Pick<TaskDesk, "day" | "classType">) {
	const { t, classNameOf } = useTexts();
	return (
		<>
			<p className="no-print">
				<AppLink to={`/competition-days#${day.date}`}>{t("taskAdmin.back")}</AppLink>
				{" · "}
				<AppLink to={scoringDeskPath(day.date, classType)}>{t("taskAdmin.scoring")}</AppLink>
			</p>
			<div className="page-head">
				<div>
					<h1>{t("taskAdmin.heading", { class: classNameOf(classType), day: dayName(t, day.name) })}</h1>
					<p>{day.dateText}</p>
				</div>
			</div>
		</>
	);
}

function Versions({
	desk: { versions },
}: {
	readonly desk: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "versions">;
}) {
	const { t, language } = useTexts();
	const columns = ["version", "state", "task", "published"].map((column) => t(`taskAdmin.column.${column}`));
	return (
		<section aria-labelledby="versions">
			<h2 id="versions">{t("taskAdmin.versions")}</h2>
			<DataTable labelledBy="versions" columns={columns}>
				{versions.map(({ id, version, state, publishedAt, thumbnail, ...length }) => (
					<DataRow key={id}>
						<RowHeader>{version}</RowHeader>
						<DataCell label={columns[1]}>
							<span className="whitespace-nowrap">{t(`task.state.${state}`)}</span>
						</DataCell>
						<DataCell label={columns[2]}>
							<div>
								{taskSummary(t, language, length)}
								<TaskThumbnail task={thumbnail} />
							</div>
						</DataCell>
						<DataCell label={columns[3]}>{publishedAt ?? "–"}</DataCell>
					</DataRow>
				))}
			</DataTable>
		</section>
	);
}
