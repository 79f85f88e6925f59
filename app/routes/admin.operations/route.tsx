import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { objectionSchema } from "~/lib/accounts/account-schemas";
import { objectToErasure } from "~/lib/accounts/erasure-requests.server";
import type { StaffCtx } from "~/lib/context";
import { carryOut } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { answer } from "~/lib/http/redirect.server";
import { retryFailedMail, retryFailedMails } from "~/lib/mail/outbox.server";
import { operationsPath, operationViews } from "~/lib/operations/operations-path";
import { page } from "~/shell/handle";
import { readAudit } from "./audit.server";
import { AuditList } from "./audit-list";
import { ErasureList } from "./erasure-list";
import { readErasures } from "./erasures.server";
import { MailList } from "./mail-list";
import { readMails } from "./mails.server";

export const handle = page({ title: "operations.title" });

export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "operations");
	const { searchParams } = new URL(request.url);
	const view = operationViews.find((one) => one === searchParams.get("view")) ?? operationViews[0];
	if (view === "audit") return { view, audit: await readAudit(ctx, searchParams) } as const;
	if (view === "erasures") return { view, erasures: await readErasures(ctx) } as const;
	return { view, mails: await readMails(ctx, searchParams) } as const;
}

/** Objects to an erasure, or sends failed mails again: `mail` is the id of one mail, or "failed" for all. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "operations");
	const form = bodyOf(await readForm(request));
	if (form.has("erasure")) return object(ctx, form);
	const mail = String(form.get("mail") ?? "");
	return answer(
		operationsPath("mail"),
		await (mail === "failed" ? retryFailedMails(ctx) : retryFailedMail(ctx, mail)),
		mail === "failed" ? "adminMail.resendAll.success" : "adminMail.resend.success",
	);
}

async function object(ctx: StaffCtx<"operations">, form: FormData) {
	const objected = await carryOut({ ctx, form }, objectionSchema, objectToErasure);
	const failures = { "invalid-fields": "erasures.missing", stale: "erasures.tooLate" } as const;
	return answer(operationsPath("erasures"), objected, "erasures.objected", failures);
}

export default function OperationsPage() {
	const { t } = useTexts();
	const data = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("operations.title")}</h1>
			<nav className="tabs" aria-label={t("operations.title")}>
				{operationViews.map((view) => (
					<AppLink
						key={view}
						className="button"
						to={operationsPath(view)}
						aria-current={view === data.view ? "page" : undefined}
					>
						{t(`operations.${view}`)}
					</AppLink>
				))}
			</nav>
			{data.view === "mail" && <MailList {...data.mails} />}
			{data.view === "audit" && <AuditList {...data.audit} />}
			{data.view === "erasures" && <ErasureList {...data.erasures} />}
		</div>
	);
}
