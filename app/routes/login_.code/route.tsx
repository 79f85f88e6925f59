import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "~/components/code-form";
import { CodeLinks } from "~/components/code-links";
import { codeSchema } from "~/lib/accounts/account-schemas";
import { finishByCode, readLogin } from "~/lib/accounts/login-step.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { readDeviceCookie, readLoginStepCookie } from "~/lib/http/cookies.server";
import { guestPage } from "~/lib/http/page-access.server";
import { nextPath, redirectWithFlash } from "~/lib/http/redirect.server";
import { sessionHeaders } from "~/lib/sessions/session-headers.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "login.title", mode: "form", texts: ["account"] });

/** The second step of a login. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const redirectTo = nextPath(request);
	const ctx = guestPage(context, request, redirectTo);
	const login = await readLogin(ctx, readLoginStepCookie(request));
	if (!login) throw redirect(`/login?${new URLSearchParams({ redirectTo })}`);
	return { redirectTo, recovery: new URL(request.url).searchParams.has("recovery") };
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const submission = parseForm(form.value, codeSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const { code } = submission.value;
	const step = { token: readLoginStepCookie(request), code, device: readDeviceCookie(request) };
	const result = await finishByCode(ctx, step);
	const to = nextPath(request);
	if (result.ok) {
		const headers = sessionHeaders(ctx, request, result.value);
		return redirectWithFlash(to, "success", "login.success", {}, headers);
	}
	if (result.reason !== "login-expired") return refusedForm(submission, result, ["code"]);
	const login = `/login?${new URLSearchParams({ redirectTo: to })}`;
	return redirectWithFlash(login, "error", "server.login-expired");
}

export default function LoginCodePage() {
	const { t } = useTranslation();
	const { redirectTo, recovery } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("login.title")}</h1>
			<CodeForm reply={reply} button={t("login.submit")} recovery={recovery} />
			<CodeLinks redirectTo={redirectTo} recovery={recovery} />
		</div>
	);
}
