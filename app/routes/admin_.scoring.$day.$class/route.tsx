import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { useLanguage } from "~/components/use-language";
import { dayName } from "~/lib/days/day-name";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { adminPage } from "~/lib/http/page-access.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay, formatSignupTime } from "~/lib/i18n/format-dates";
import { resultsPath } from "~/lib/results/results-address";
import { decideClass } from "~/lib/scoring/decide-class.server";
import { decideScore } from "~/lib/scoring/decide-score.server";
import { page } from "~/shell/handle";
import { ClassForms } from "./class-forms";
import { ClassRows } from "./class-rows";
import { readClassDecision, readDecision } from "./decision-form";
import { readScoringDesk } from "./scoring-desk.server";

export const handle = page({
	title: "scoringAdmin.title",
	mode: "interactive",
	texts: ["results", "score", "scoringDesk"],
});

export async function loader({ params, context }: LoaderFunctionArgs) {
	const desk = await readScoringDesk(adminPage(context), params.day ?? "", params.class ?? "");
	if (!desk) throw data({ reason: "not-found" }, { status: 404 });
	return desk;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = adminPage(context);
	const desk = await readScoringDesk(ctx, params.day ?? "", params.class ?? "");
	if (!desk) throw data({ reason: "not-found" }, { status: 404 });
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const { place, day, classType } = desk;
	const back = `/admin/scoring/${day.date}/${classType}`;
	const ofClass = readClassDecision(form.value);
	if (ofClass) {
		const decided = await decideClass(ctx, place, ofClass);
		if (!decided.ok) return redirectRefused(back, decided.reason, `server.${decided.reason}`);
		return redirectWithFlash(back, "success", "scoringAdmin.class.success");
	}
	const id = String(form.value.get("registrationId") ?? "");
	const before = desk.rows.find(({ registrationId }) => registrationId === id);
	const decision = readDecision(form.value, day.date, before ?? { penalties: [] });
	if (!decision) return redirectRefused(back, "invalid-fields", "scoringAdmin.invalid");
	const decided = await decideScore(ctx, place, id, decision);
	if (!decided.ok) return redirectRefused(back, decided.reason, `server.${decided.reason}`);
	return redirectWithFlash(`${back}#${id}`, "success", "scoringAdmin.success");
}

export default function ScoringDeskPage() {
	const { t } = useTranslation();
	const language = useLanguage();
	const desk = useLoaderData<typeof loader>();
	const { day, classType, status, computedAt, place } = desk;
	const className = t(`competitionClass.${classType}`);
	return (
		<div className="stack">
			<p>
				<AppLink to={resultsPath({ view: "daily", classId: place.classId, dayId: place.dayId })}>
					{t("nav.results")}
				</AppLink>
				{" · "}
				<AppLink to={`/admin/tasks/${day.date}/${classType}`}>{t("scoringAdmin.task")}</AppLink>
			</p>
			<div className="page-head">
				<div>
					<h1>{t("scoringAdmin.heading", { class: className, day: dayName(t, day.name) })}</h1>
					<p>{formatDay(day.date, language)}</p>
				</div>
			</div>
			<p>
				<span className="chip">{t(`scoringAdmin.status.${status}`)}</span>{" "}
				{computedAt !== null && (
					<>
						{t("score.logs", { count: desk.logs, expected: desk.expected })}
						{" · "}
						{t("results.changedAt")} {formatSignupTime(new Date(computedAt), language)}
					</>
				)}
			</p>
			{desk.missing.length > 0 && (
				<p className="notice notice-warning">
					{t("scoringAdmin.missing", { numbers: desk.missing.join(", ") })}
				</p>
			)}
			{desk.compared > 0 && (
				<p className={desk.agreeing === desk.compared ? "notice notice-success" : "notice notice-warning"}>
					{t("scoringAdmin.agrees", { agreeing: desk.agreeing, compared: desk.compared })}
				</p>
			)}
			{computedAt === null ? (
				<p className="empty">{t("scoringAdmin.none")}</p>
			) : (
				<>
					<ClassForms published={desk.published} cancelled={desk.cancelled} />
					<ClassRows rows={desk.rows} points={desk.points} />
				</>
			)}
		</div>
	);
}
