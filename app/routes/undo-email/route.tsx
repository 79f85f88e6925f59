import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/app-form";
import { Refusal } from "~/components/refusal";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { linkTokenSchema } from "~/lib/accounts/account-schemas";
import { readUndo, undoEmail } from "~/lib/accounts/email/undo-email.server";
import { answerForm, type FormReply } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { clearedTokenCookie } from "~/lib/http/cookies.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";

export const handle = page({ title: "undoEmail.title" });

export const headers = hiddenAddress;

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const found = await readUndo(ctx, token);
	if (found.ok) return data({ token, undo: found.value, refusal: null });
	return data({ token, undo: null, refusal: found.reason }, { status: refusalStatus[found.reason] });
}

export async function action({ request, context: { ctx } }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	const undo = (of: typeof ctx, { token }: { readonly token: string }) => undoEmail(of, token);
	// Every session of the account has ended, this browser's too.
	const headers = { "Set-Cookie": clearedTokenCookie(request) };
	return answerForm({ ctx, form }, linkTokenSchema, undo, () =>
		redirectWithFlash("/login", "undoEmail.success", headers),
	);
}

export default function UndoEmailPage() {
	const { t } = useTexts();
	const { token, undo, refusal } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("undoEmail.title")}</h1>
			{refusal && (
				<Refusal title={t(`server.${refusal}`)}>
					<p>{t("undoEmail.help")}</p>
					<p>
						<a href="/contacts">{t("nav.contacts")}</a>
					</p>
				</Refusal>
			)}
			{undo && <UndoForm token={token} undo={undo} reply={reply} />}
		</div>
	);
}

const schema = () => import("~/lib/accounts/account-schemas").then((schemas) => schemas.linkTokenSchema);

interface UndoFormProps {
	readonly token: string;
	readonly undo: { readonly email: string; readonly newEmail: string };
	readonly reply: FormReply | undefined;
}

function UndoForm({ token, undo, reply }: UndoFormProps) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "undo-email",
		reply,
		defaultValue: { token },
		schema,
	});
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={{}} />
			<div className="notice notice-warning">
				<p className="break-words">{t("undoEmail.text", undo)}</p>
				<p>{t("undoEmail.what")}</p>
			</div>
			<input type="hidden" name={fields.token.name} defaultValue={fields.token.initialValue} />
			<SubmitButton busy={busy}>{t("undoEmail.submit")}</SubmitButton>
		</form>
	);
}
