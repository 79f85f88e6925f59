import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Refusal } from "~/components/refusal";
import { useTexts } from "~/components/use-texts";
import { boundResults } from "~/lib/accounts/erasure-queries.server";
import { confirmErasure, erasureOfLink } from "~/lib/accounts/erasure-requests.server";
import { clearedTokenCookie } from "~/lib/http/cookies.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";

export const handle = page({
	title: "account.erase.title",
});

export const headers = hiddenAddress;

const status = refusalStatus["erasure-link-invalid"];

/** Shows what the link does and does nothing: programs that read mails open links. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const erasure = await erasureOfLink(ctx, params.erasureId ?? "", new URL(request.url));
	if (!erasure) return data(null, { status });
	const { email, dueAt, userId } = erasure;
	const [bound] = await boundResults(ctx.db, userId);
	return data({ email, dueAt, results: bound?.results ?? 0 });
}

export async function action({ request, params, context: { ctx } }: ActionFunctionArgs) {
	const url = new URL(request.url);
	const confirmed = await confirmErasure(ctx, params.erasureId ?? "", url);
	// The page says what has happened instead.
	if (!confirmed.ok) return data(null, { status });
	const { userId, dueAt } = confirmed.value;
	if (dueAt) return redirect(`${url.pathname}${url.search}`, 303);
	const own = ctx.actor?.id === userId ? { "Set-Cookie": clearedTokenCookie(request) } : undefined;
	return redirectWithFlash("/", "account.erase.success", own);
}

export default function EraseByLinkPage() {
	const { t, language } = useTexts();
	const erasure = useLoaderData<typeof loader>();
	return (
		<div className="narrow stack">
			<h1>{t("account.erase.title")}</h1>
			{!erasure && <Refusal title={t("server.erasure-link-invalid")} />}
			{erasure?.dueAt && (
				<div className="notice notice-success">
					<p className="notice-title">{t("account.erase.waitingTitle")}</p>
					<p>{t("account.erase.waitingText", { time: formatChangeTime(erasure.dueAt, language) })}</p>
				</div>
			)}
			{erasure && !erasure.dueAt && (
				<>
					<div className="notice notice-warning">
						<p className="break-words">{t("account.erase.warning", { email: erasure.email })}</p>
						<p>{t("account.erase.kept")}</p>
						{erasure.results > 0 && <p>{t("account.erase.confirmResults")}</p>}
					</div>
					<form method="post">
						<button type="submit" className="button button-danger">
							{t("account.erase.confirm")}
						</button>
					</form>
				</>
			)}
			<p>
				<a href="/user-profile/erase">{t("account.erase.back")}</a>
			</p>
		</div>
	);
}
