import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CodeForm, CodeLinks, PasskeyForm } from "~/components/second-factor";
import { useTexts } from "~/components/use-texts";
import { codeSchema } from "~/lib/accounts/account-schemas";
import { readProof, requestPasskey, type SentProof } from "~/lib/accounts/passkeys/check-passkey.server";
import { passkeyHost } from "~/lib/accounts/passkeys/web-authn.server";
import {
	challengedBy,
	confirmByPasskey,
	confirmSession,
} from "~/lib/accounts/second-factor/confirm-session.server";
import type { UserCtx } from "~/lib/context";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { nextPath, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "secondFactor.confirm.title" });

/** The page that asks for a recent code of the second factor. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = requireUser(context);
	const redirectTo = nextPath(request);
	if (!ctx.session.confirmedAt) throw redirect(redirectTo);
	return {
		redirectTo,
		recovery: new URL(request.url).searchParams.has("recovery"),
		passkey: await requestPasskey(ctx, "confirm", challengedBy(ctx), passkeyHost(ctx, request)),
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	if (!ctx.session.confirmedAt) return redirect(nextPath(request), 303);
	const form = bodyOf(await readForm(request));
	const sent = readProof(ctx, request, form);
	if (sent) return byPasskey(ctx, request, sent);
	const submission = parseForm(form, codeSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const confirmed = await confirmSession(ctx, submission.value.code);
	if (!confirmed.ok) return refusedForm(submission, confirmed, ["code"]);
	return redirectWithFlash(nextPath(request), "secondFactor.confirm.success");
}

async function byPasskey(ctx: UserCtx, request: Request, sent: SentProof) {
	const confirmed = await confirmByPasskey(ctx, sent);
	const to = nextPath(request);
	if (confirmed.ok) return redirectWithFlash(to, "secondFactor.confirm.success");
	const again = `/confirm?${new URLSearchParams({ redirectTo: to })}`;
	return redirectRefused(again, confirmed.reason, `server.${confirmed.reason}`);
}

export default function ConfirmPage() {
	const { t } = useTexts();
	const { redirectTo, recovery, passkey } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("secondFactor.confirm.title")}</h1>
			<p>{t("secondFactor.confirm.text")}</p>
			{passkey && <PasskeyForm {...passkey} />}
			<CodeForm reply={reply} button={t("secondFactor.confirm.submit")} recovery={recovery} />
			<CodeLinks redirectTo={redirectTo} recovery={recovery} />
		</div>
	);
}
