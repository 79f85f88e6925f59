import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { takeDayBack, updateDay } from "~/lib/days/change-days.server";
import { dayFormSchema, trackingField } from "~/lib/days/day-schema";
import { readFormKey } from "~/lib/db/form-key.server";
import { classTypesOf } from "~/lib/editions/classes";
import { type FormReply, invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { ClassLine } from "./class-line";
import { cancelsDay, readDayForms } from "./day-forms.server";
import { EditDay } from "./edit-day";
import { type ListedDay, readDays } from "./page.server";

export const handle = page({ title: "days.title", cached: [] });

/** The organisers' address of the page, see routes.ts. */
const organisersPath = "/competition-days";

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { ctx } = context;
	if (new URL(request.url).pathname === organisersPath) requireStaff(context, "days");
	const [days, forms] = await Promise.all([readDays(ctx), may(ctx, "days") ? readDayForms(ctx) : null]);
	return { ...days, forms };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "days");
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
	return redirectWithFlash(`${organisersPath}#${result.value.date}`, "competitionDays.update.success");
}

async function takeBack(ctx: StaffCtx<"days">, form: FormData) {
	const result = await takeDayBack(ctx, String(form.get("id")), Number(form.get("version")));
	if (!result.ok) return redirectRefused(organisersPath, result.reason, `server.${result.reason}`);
	return redirectWithFlash(`${organisersPath}#${result.value.date}`, "cancellation.takenBack");
}

export default function Days() {
	const { t } = useTexts();
	const { past, ahead, forms } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>() as FormReply | undefined;
	const repliedId = reply?.submission.initialValue?.id;
	const isKnown = forms?.days.some(({ id }) => id === repliedId);
	const edits = (day: ListedDay) => {
		const edited = forms?.days.find(({ id }) => id === day.id);
		if (!forms || !edited) return null;
		const isAsked = repliedId ? repliedId === day.id : day.id === forms.currentDayId;
		return (
			<EditDay
				day={edited}
				isOpen={isAsked || (!repliedId && edited.cancellation !== null)}
				reply={repliedId === day.id ? reply : undefined}
				recipients={forms.recipients}
			/>
		);
	};
	return (
		<>
			<h1>{t("days.title")}</h1>
			{forms && <p className="no-print">{t("competitionDays.intro")}</p>}
			{reply && !isKnown && (
				<p className="notice notice-danger" role="alert">
					{t("competitionDays.update.error")}
				</p>
			)}
			{past.length + ahead.length === 0 && <p className="empty">{t("days.none")}</p>}
			<DayList days={past} edits={edits} />
			{ahead.length > 0 && (
				<section className="section" aria-labelledby="days-ahead">
					<h2 id="days-ahead">{t("days.ahead")}</h2>
					<DayList days={ahead} edits={edits} level={3} />
				</section>
			)}
		</>
	);
}

interface DayListProps {
	readonly days: readonly ListedDay[];
	/** What organisers change of a day; null for others. */
	readonly edits: (day: ListedDay) => ReactNode;
	readonly level?: 2 | 3;
}

function DayList({ days, edits, level = 2 }: DayListProps) {
	return days.map((day) => (
		<Day key={day.id} day={day} level={level}>
			{edits(day)}
		</Day>
	));
}

interface DayProps {
	readonly day: ListedDay;
	readonly level: 2 | 3;
	readonly children: ReactNode;
}

/** The task and the results of each class. */
function Day({ day, level, children }: DayProps) {
	const { t, language } = useTexts();
	const Heading = level === 2 ? "h2" : "h3";
	const isFlown = day.task === "TASK" || day.classes.some(({ task }) => task);
	return (
		<section
			className={`mt-6 border-t border-line pt-4 ${day.isToday ? "border-t-3 border-t-brand" : ""}`}
			aria-labelledby={`day-${day.date}`}
		>
			<Heading id={`day-${day.date}`} className="my-0 flex flex-wrap items-baseline gap-x-3 text-2xl">
				<AppLink className="-my-1.5 inline-block py-1.5 no-underline hover:underline" to={day.path}>
					{dayName(t, day.name)}
				</AppLink>
				<span className="font-sans text-base font-normal text-muted">{formatDay(day.date, language)}</span>
				{day.isToday && <span className="chip chip-info font-sans text-base">{t("days.today")}</span>}
			</Heading>
			{isFlown ? (
				<ul className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
					{day.classes.map((one) => (
						<ClassLine key={one.id} one={one} day={day} />
					))}
				</ul>
			) : (
				<p className="mt-2 mb-0 text-muted">
					{t(day.isToday || day.isAhead ? `day.today.${day.task}` : `day.past.${day.task}`)}
				</p>
			)}
			{isFlown && day.task === "TASK_CANCELLED" && (
				<p className="mt-2 mb-0 text-muted">
					{t(day.isToday || day.isAhead ? "day.today.TASK_CANCELLED" : "day.past.TASK_CANCELLED")}
				</p>
			)}
			{children}
		</section>
	);
}
