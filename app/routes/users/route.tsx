import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { listUsers } from "~/lib/accounts/account-queries.server";
import { readFormKey } from "~/lib/db/form-key.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { hiddenPage } from "~/lib/http/page-access.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { everybody } from "~/lib/messages/everybody";
import { messageSchema } from "~/lib/messages/message-schema";
import { previewMessage, sendMessage } from "~/lib/messages/send-message.server";
import { page } from "~/shell/handle";
import { MessageForm } from "./message-form";
import { MessagePreview } from "./message-preview";
import { UserTable } from "./user-table";

export const handle = page({ title: "users.title", mode: "interactive", texts: ["organisers"] });

export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = hiddenPage(context);
	const search = new URL(request.url).searchParams;
	return {
		users: await listUsers(ctx),
		to: search.get("to") ?? everybody,
		q: (search.get("q") ?? "").trim().slice(0, limits.search),
		formKey: crypto.randomUUID(),
	};
}

/** The form posts the step "preview", the preview posts the step "send". */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = hiddenPage(context);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const submission = parseForm(form.value, messageSchema);
	if (submission.status !== "success") return invalidForm(submission);
	if (form.value.get("step") === "send") {
		const sent = await sendMessage(ctx, submission.value, readFormKey(form.value));
		if (!sent.ok) return refusedForm(submission, sent);
		return redirectWithFlash("/users", "success", "users.message.success", { count: sent.value });
	}
	const preview = await previewMessage(ctx, submission.value);
	if (!preview.ok) return refusedForm(submission, preview);
	return data({ ...preview.value, message: submission.value });
}

export default function UsersPage() {
	const { t } = useTranslation();
	const { users, to, q, formKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const preview = answer && "message" in answer ? answer : undefined;
	const reply = answer && "submission" in answer ? answer : undefined;
	return (
		<div className="stack">
			<h1>{t("users.title")}</h1>
			{preview && <MessagePreview preview={preview} formKey={formKey} />}
			<MessageForm
				users={users}
				message={preview?.message ?? { to }}
				reply={reply}
				previewed={preview !== undefined}
			/>
			<UserTable users={users} q={q} />
		</div>
	);
}
