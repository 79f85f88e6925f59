import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CodeForm, CodeLinks, PasskeyForm } from "~/components/second-factor";
import { useTexts } from "~/components/use-texts";
import { codeSchema } from "~/lib/accounts/account-schemas";
import { sessionHeaders } from "~/lib/accounts/known-device.server";
import {
	challengedByLogin,
	finishByCode,
	finishByPasskey,
	readLogin,
} from "~/lib/accounts/login-step.server";
import { readProof, requestPasskey } from "~/lib/accounts/passkeys/check-passkey.server";
import { passkeyHost } from "~/lib/accounts/passkeys/web-authn.server";
import type { NewSession } from "~/lib/accounts/session.server";
import type { Ctx } from "~/lib/context";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { readDeviceCookie, readLoginStepCookie } from "~/lib/http/cookies.server";
import { requireGuest } from "~/lib/http/page-guards.server";
import { nextPath, redirectWithFlash } from "~/lib/http/redirect.server";
import type { Result } from "~/lib/result";
import { page } from "~/shell/handle";

export const handle = page({ title: "login.title", hydrates: true });

/** The second step of a login. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const redirectTo = nextPath(request);
	const ctx = requireGuest(context, request, redirectTo);
	const login = await readLogin(ctx, readLoginStepCookie(request));
	if (!login) throw redirect(`/login?${new URLSearchParams({ redirectTo })}`);
	return {
		redirectTo,
		recovery: new URL(request.url).searchParams.has("recovery"),
		passkey: await requestPasskey(ctx, "log-in", challengedByLogin(login), passkeyHost(ctx, request)),
	};
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	const token = readLoginStepCookie(request);
	const sent = readProof(ctx, request, form);
	if (sent) return afterStep(ctx, request, await finishByPasskey(ctx, token, sent));
	const submission = parseForm(form, codeSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const { code } = submission.value;
	const result = await finishByCode(ctx, { token, code, device: readDeviceCookie(request) });
	if (result.ok || result.reason === "login-expired") return afterStep(ctx, request, result);
	return refusedForm(submission, result, ["code"]);
}

/** A refused passkey leads back to the code, an expired login to the password. */
function afterStep(ctx: Ctx, request: Request, result: Result<NewSession>) {
	const redirectTo = nextPath(request);
	if (result.ok) {
		const headers = sessionHeaders(ctx, request, result.value);
		return redirectWithFlash(redirectTo, "login.success", headers);
	}
	const path = result.reason === "login-expired" ? "/login" : "/login/code";
	return redirectWithFlash(`${path}?${new URLSearchParams({ redirectTo })}`, {
		key: `server.${result.reason}`,
		kind: "error",
	});
}

export default function LoginCodePage() {
	const { t } = useTexts();
	const { redirectTo, recovery, passkey } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("login.title")}</h1>
			{passkey && <PasskeyForm {...passkey} />}
			<CodeForm reply={reply} button={t("login.submit")} recovery={recovery} />
			<CodeLinks redirectTo={redirectTo} recovery={recovery} />
		</div>
	);
}
