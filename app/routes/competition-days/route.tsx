import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { Fold } from "~/components/fold";
import { Icon } from "~/components/icon";
import { TakeBack } from "~/components/tasks/take-back";
import { useTexts } from "~/components/use-texts";
import type { AdminCtx } from "~/lib/context";
import { takeDayBack, updateDay } from "~/lib/days/change-days.server";
import { dayFormSchema, trackingField } from "~/lib/days/day-schema";
import { readFormKey } from "~/lib/db/form-key.server";
import { classTypesOf } from "~/lib/editions/classes";
import { type FormReply, invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { refuse } from "~/lib/result";
import { taskDeskPath } from "~/lib/tasks/task-paths";
import { page } from "~/shell/handle";
import { DayForm } from "./day-form";
import { cancelsDay, type EditedDay, readDaysPage } from "./page.server";

export const handle = page({
	title: "nav.competitionDays",
});

const taskIcons = { NO_TASK: "pause", TASK: "flying", TASK_CANCELLED: "cross" } as const;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireAdmin(context);
	return readDaysPage(ctx);
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const form = bodyOf(await readForm(request));
	if (form.get("intent") === "take-back") return takeBack(ctx, form);
	const types = classTypesOf(ctx.edition);
	const submission = parseForm(form, dayFormSchema(types));
	if (submission.status !== "success") return invalidForm(submission);
	const { id, task, email, version, confirmed } = submission.value;
	const addresses: Readonly<Record<string, unknown>> = submission.value;
	if (!confirmed && (await cancelsDay(ctx, { id, task, version })))
		return refusedForm(submission, refuse("unconfirmed"));
	const taskUrls = Object.fromEntries(
		types.map((type) => {
			const url = addresses[trackingField(type)];
			return [type, typeof url === "string" ? url : null];
		}),
	);
	const result = await updateDay(ctx, { id, task, email, version, taskUrls }, readFormKey(form));
	if (!result.ok) return refusedForm(submission, result);
	return redirectWithFlash(`/competition-days#${result.value.date}`, "competitionDays.update.success");
}

async function takeBack(ctx: AdminCtx, form: FormData) {
	const back = "/competition-days";
	const result = await takeDayBack(ctx, String(form.get("id")), Number(form.get("version")));
	if (!result.ok) return redirectRefused(back, result.reason, `server.${result.reason}`);
	return redirectWithFlash(`${back}#${result.value.date}`, "cancellation.takenBack");
}

export default function CompetitionDaysPage() {
	const { days, currentDayId, recipients } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>() as FormReply | undefined;
	const { t, language } = useTexts();
	const repliedId = reply?.submission.initialValue?.id;
	return (
		<div className="max-w-4xl">
			<div className="page-head">
				<div>
					<h1>{t("nav.competitionDays")}</h1>
					<p>{t("competitionDays.intro")}</p>
				</div>
			</div>
			{reply && !days.some(({ id }) => id === repliedId) && (
				<p className="notice notice-danger" role="alert">
					{t("competitionDays.update.error")}
				</p>
			)}
			{days.length === 0 && <p className="empty">{t("competitionDays.empty")}</p>}
			{days.map((day, index) => (
				<Fold
					key={day.id}
					id={day.date}
					className={index > 0 ? "mt-3" : ""}
					open={repliedId ? repliedId === day.id : day.id === currentDayId || day.cancellation !== null}
					summary={
						<>
							<h2 className="text-lg/tight">{dayAndDate(t, day, language)}</h2>
							{day.today && <span className="badge">{t("competitionDays.today")}</span>}
							<span className="chip">
								<Icon name={taskIcons[day.task]} />
								{t(`competitionDay.task.${day.task}`)}
							</span>
							<ClassTasks day={day} />
						</>
					}
				>
					{day.cancellation && (
						<TakeBack {...day.cancellation} fields={{ id: day.id, version: day.version }}>
							{t("cancellation.day.open")}
						</TakeBack>
					)}
					<TaskLinks day={day} />
					<p className="mb-4 flex flex-wrap gap-x-4">
						<AppLink to={`/statuses?day=${day.date}`}>{t("competitionDays.statuses")}</AppLink>
						<AppLink to={day.path}>{t("competitionDays.page")}</AppLink>
					</p>
					<DayForm day={day} reply={repliedId === day.id ? reply : undefined} recipients={recipients} />
				</Fold>
			))}
		</div>
	);
}

/** The state of each class's task, where the day is folded. */
/** The tasks of the day's classes, each with the way to its desk. */
function TaskLinks({ day }: { readonly day: EditedDay }) {
	const { t, classNameOf } = useTexts();
	return (
		<ul className="day-tasks mt-3 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
			{day.tasks.map(({ type, task }) => (
				<li key={type} className="col-span-2 grid grid-cols-subgrid items-center">
					<AppLink
						className="button whitespace-nowrap"
						to={taskDeskPath({ date: day.date, classType: type })}
					>
						{t("competitionDays.taskOf", { class: classNameOf(type) })}
					</AppLink>
					<span>
						{task
							? `${t("task.version", { version: task.version })}, ${t(`task.state.${task.state}`)}`
							: t("competitionDays.taskOf.none")}
					</span>
				</li>
			))}
		</ul>
	);
}

function ClassTasks({ day }: { readonly day: EditedDay }) {
	const { t, classNameOf } = useTexts();
	return day.tasks.map(
		({ type, task }) =>
			task && (
				<span key={type} className="badge">
					{`${classNameOf(type)}: ${task.version}, ${t(`task.state.${task.state}`)}`}
				</span>
			),
	);
}
