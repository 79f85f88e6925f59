import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import type { StaffCtx } from "~/lib/context";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { taskDeskPath } from "~/lib/tasks/task-paths";
import { page } from "~/shell/handle";
import { Builder } from "./builder";
import { readWorkshop, saveTyped, takeStep, viewOf, type Workshop } from "./built-task.server";
import { noTask, readTypedTask, typedTask } from "./typed-task";

export const handle = page({
	title: "taskAdmin.build.title",
});

async function readFor(
	ctx: StaffCtx<"tasks">,
	params: LoaderFunctionArgs["params"],
	from: string,
): Promise<Workshop> {
	const workshop = await readWorkshop(ctx, { date: params.day ?? "", classType: params.class ?? "", from });
	if (!workshop) throw errorPage("not-found");
	return workshop;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "tasks");
	const from = new URL(request.url).searchParams.get("from") ?? "";
	const workshop = await readFor(ctx, params, from);
	const { day, competitionClass, base } = workshop;
	const typed = base ? typedTask(base, ctx.language) : noTask;
	return {
		day: { name: day.name, date: day.date },
		classType: competitionClass.type,
		from,
		/** A published version becomes a new one, which overwrites nothing. */
		seen: base?.state === "draft" ? base.revision : null,
		view: viewOf(ctx, workshop, { typed, matches: null }, false),
	};
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "tasks");
	const form = bodyOf(await readForm(request));
	const text = (name: string) => String(form.get(name) ?? "");
	const workshop = await readFor(ctx, params, text("from"));
	const { day, competitionClass, waypoints, base } = workshop;
	const typed = readTypedTask(form, ctx.language);
	const intent = text("intent");
	if (intent !== "save") {
		const step = takeStep(typed, intent, text("find"), waypoints);
		return data({ view: viewOf(ctx, workshop, step, false), reason: null });
	}
	const where = { dayId: day.id, classId: competitionClass.id };
	const seen = text("seen") === "" ? null : Number(text("seen"));
	const saved = await saveTyped(ctx, where, typed, { base, seen });
	if (saved?.ok) {
		const desk = taskDeskPath({ date: day.date, classType: competitionClass.type });
		return redirectWithFlash(desk, "taskAdmin.build.success");
	}
	const reason = saved?.reason ?? "invalid-fields";
	const view = viewOf(ctx, workshop, { typed, matches: null }, true);
	return data({ view, reason }, reason === "stale" ? 409 : 400);
}

export default function BuildTaskPage() {
	const { day, classType, from, seen, view } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { t, language, classNameOf } = useTexts();
	const desk = taskDeskPath({ date: day.date, classType });
	const className = classNameOf(classType);
	return (
		<div className="stack">
			<p>
				<AppLink to={desk}>{t("taskAdmin.build.back")}</AppLink>
			</p>
			<div className="page-head">
				<div>
					<h1>{t("taskAdmin.build.heading", { class: className, day: dayName(t, day.name) })}</h1>
					<p>{formatDay(day.date, language)}</p>
				</div>
			</div>
			<Builder view={reply?.view ?? view} from={from} seen={seen} reason={reply?.reason ?? null} />
		</div>
	);
}
