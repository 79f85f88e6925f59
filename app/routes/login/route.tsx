import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LoginForm } from "~/components/login-form";
import { useTexts } from "~/components/use-texts";
import { loginSchema } from "~/lib/accounts/account-schemas";
import { sessionHeaders } from "~/lib/accounts/known-device.server";
import { logIn } from "~/lib/accounts/log-in.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { loginStepCookie, readDeviceCookie } from "~/lib/http/cookies.server";
import { requireGuest } from "~/lib/http/page-guards.server";
import { nextPath, redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "login.title" });

export function loader({ request, context }: LoaderFunctionArgs) {
	const redirectTo = nextPath(request);
	requireGuest(context, request, redirectTo);
	return { redirectTo };
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const submission = parseForm(bodyOf(await readForm(request)), loginSchema);
	if (submission.status !== "success") return invalidForm(submission, ["password"]);
	const browser = { language: ctx.language, device: readDeviceCookie(request) };
	const result = await logIn(ctx, submission.value, browser);
	if (!result.ok) return refusedForm(submission, result, ["password"]);
	const login = result.value;
	const to = nextPath(request);
	if (login.step === "done") {
		const headers = sessionHeaders(ctx, request, login.session);
		return redirectWithFlash(to, "login.success", headers);
	}
	const path = login.step === "code" ? "/login/code" : "/second-factor";
	return redirect(`${path}?${new URLSearchParams({ redirectTo: to })}`, {
		status: 303,
		headers: { "Set-Cookie": loginStepCookie(request, login.token) },
	});
}

export default function LoginPage() {
	const { t } = useTexts();
	const { redirectTo } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("login.title")}</h1>
			<LoginForm redirectTo={redirectTo} reply={reply} />
		</div>
	);
}
