import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/use-texts";
import { noteDuty, onDutyBy } from "~/lib/desk/duty-links.server";
import { dutyCookie } from "~/lib/http/cookies.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";

export const handle = page({ title: "duty.title" });

export const headers = hiddenAddress;

/** Shows what the link is for and does nothing: programs that read mails open links. */
export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const found = await onDutyBy(ctx, params.token ?? "");
	if (!found) return data(null, { status: 404 });
	return data({ date: found.duty.date, name: found.name });
}

export async function action({ request, params, context: { ctx } }: ActionFunctionArgs) {
	const token = params.token ?? "";
	const found = await onDutyBy(ctx, token);
	if (!found) return data(null, { status: 404 });
	await noteDuty(ctx, found, { action: "duty.open" });
	return redirect("/statuses?duty=on", {
		status: 303,
		headers: { "Set-Cookie": dutyCookie(request, token) },
	});
}

export default function OpenDutyPage() {
	const { t, language } = useTexts();
	const link = useLoaderData<typeof loader>();
	return (
		<div className="narrow stack">
			<h1>{t("duty.title")}</h1>
			{link ? (
				<>
					<p>{t("duty.for", { name: link.name, day: formatDay(link.date, language) })}</p>
					<p>{t("duty.rights")}</p>
					<form method="post">
						<button type="submit" className="button button-primary">
							{t("duty.begin")}
						</button>
					</form>
				</>
			) : (
				<p className="notice notice-danger">{t("server.duty-over")}</p>
			)}
		</div>
	);
}
