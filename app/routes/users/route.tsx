import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/use-texts";
import { listUsers } from "~/lib/accounts/account-queries.server";
import { messageSchema } from "~/lib/content/message-schema";
import { chosen, everybody, readIds } from "~/lib/content/recipients";
import { previewMessage, sendMessage } from "~/lib/content/send-message.server";
import type { StaffCtx } from "~/lib/context";
import { readFormKey } from "~/lib/db/form-key.server";
import { classTypesOf } from "~/lib/editions/classes";
import { accountsOf } from "~/lib/entries/starting-list/chosen-entries";
import { listQueryOf } from "~/lib/entries/starting-list/list-query";
import { readWholeList } from "~/lib/entries/starting-list/starting-list-queries.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { hiddenPage, requireCode } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";
import { MessageForm } from "./message-form";
import { MessagePreview } from "./message-preview";
import { UserTable } from "./user-table";

export const handle = page({ title: "users.title" });

export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = hiddenPage(context, "people", "entries");
	const search = new URL(request.url).searchParams;
	const entries = search.get("entries");
	const [users, recipients] = await Promise.all([
		listUsers(ctx),
		entries === null ? null : accountsOfList(ctx, new URLSearchParams(entries)),
	]);
	return {
		users,
		to: search.get("to") ?? everybody,
		recipients,
		q: (search.get("q") ?? "").trim().slice(0, limits.search),
		formKey: crypto.randomUUID(),
	};
}

/** The accounts of the competitors that organisers see at an address of the starting list. */
async function accountsOfList(ctx: StaffCtx<"entries">, search: URLSearchParams): Promise<readonly string[]> {
	return accountsOf(
		await readWholeList(ctx),
		listQueryOf(search, classTypesOf(ctx.edition)),
		ctx.edition.year,
	);
}

/** The form posts the step "preview", the preview posts the step "send". */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = hiddenPage(context, "people");
	await requireCode(ctx, "/users");
	const form = bodyOf(await readForm(request));
	const submission = parseForm(form, messageSchema);
	if (submission.status !== "success") return invalidForm(submission);
	if (form.get("step") === "send") {
		const sent = await sendMessage(ctx, submission.value, readFormKey(form));
		if (!sent.ok) return refusedForm(submission, sent);
		return redirectWithFlash("/users", { key: "users.message.success", count: sent.value });
	}
	const preview = await previewMessage(ctx, submission.value);
	if (!preview.ok) return refusedForm(submission, preview);
	return data({ ...preview.value, message: submission.value });
}

export default function UsersPage() {
	const { t } = useTexts();
	const { users, to, recipients, q, formKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const preview = answer && "message" in answer ? answer : undefined;
	const reply = answer && "submission" in answer ? answer : undefined;
	const typed = reply?.submission.initialValue;
	const sent = preview?.message ?? (typed && { to: typed.to, recipients: readIds(typed.recipients) });
	const sentTo = sent?.to === chosen ? sent.recipients : null;
	const ids = sent ? sentTo : recipients;
	return (
		<div className="stack">
			<h1>{t("users.title")}</h1>
			{preview && <MessagePreview preview={preview} formKey={formKey} />}
			<MessageForm
				users={users}
				message={preview?.message ?? { to }}
				chosenUsers={ids && users.filter(({ id }) => ids.includes(id))}
				reply={reply}
				previewed={preview !== undefined}
			/>
			<UserTable users={users} q={q} />
		</div>
	);
}
