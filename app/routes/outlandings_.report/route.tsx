import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { outlandingSchema } from "~/lib/desk/outlanding-schema";
import { reportOutlanding } from "~/lib/desk/report-outlanding.server";
import { answerForm } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { locatingPolicy } from "~/lib/http/security-headers.server";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { readReportPage } from "./page.server";
import { ReportForm } from "./report-form";

export const handle = page({ title: "outlanding.report.title" });

export const headers = () => ({ "Permissions-Policy": locatingPolicy });

export function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const query = new URL(request.url).searchParams;
	return readReportPage(ctx, { date: query.get("day"), pilot: query.get("pilot") });
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	return answerForm({ ctx, form }, outlandingSchema, reportOutlanding, ({ confirmed, inWords }) => {
		const counted = inWords ? "outlanding.reportedInWords" : "outlanding.reported";
		return redirectWithFlash("/outlandings", confirmed ? counted : "outlanding.proposed");
	});
}

export default function ReportOutlandingPage() {
	const { t, language } = useTexts();
	const found = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("outlanding.report.title")}</h1>
			<p className="notice notice-danger">{t("outlanding.emergency")}</p>
			{found ? (
				<>
					<p>{dayAndDate(t, found.day, language)}</p>
					{found.others.map(({ date, text }) => (
						<p key={date}>
							<AppLink to={`/outlandings/report?day=${date}`} reloadDocument>
								{text}
							</AppLink>
						</p>
					))}
					{found.waits && <p className="muted">{t("outlanding.report.waits")}</p>}
					<ReportForm choices={found} reply={reply} />
				</>
			) : (
				<p className="empty">{t("outlanding.noDay")}</p>
			)}
			<p>
				<AppLink to="/outlandings">{t("outlanding.title")}</AppLink>
			</p>
		</div>
	);
}
