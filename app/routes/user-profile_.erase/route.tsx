import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { ErrorSummary, PasswordField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { eraseSchema } from "~/lib/accounts/account-schemas";
import { lastErasure, openErasures } from "~/lib/accounts/erasure-queries.server";
import { askForErasure, withdrawErasure } from "~/lib/accounts/erasure-requests.server";
import type { UserCtx } from "~/lib/context";
import { first, read } from "~/lib/db/read.server";
import { answerForm, byIntent } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireCode, requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";
import { erasures } from "~db/schema";

export const handle = page({ title: "account.erase.title" });

const path = "/user-profile/erase";

const passwords = ["password"] as const;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireUser(context);
	await requireCode(ctx, path);
	return {
		email: ctx.actor.email,
		state: await readErasureState(ctx),
		/** What becomes of reports about others, in words. */
		reports: textsOf(ctx.language).t("account.erase.reports"),
	};
}

/** Reads how far the signed-in user's request is. */
async function readErasureState({ db, actor }: UserCtx): Promise<ErasureState> {
	const { open, last } = await read(db, {
		open: first(openErasures(db, eq(erasures.userId, actor.id))),
		last: first(lastErasure(db, actor.id)),
	});
	if (open) return open.dueAt ? { is: "waiting", dueAt: open.dueAt } : { is: "asked" };
	if (last?.outcome === "objected") return { is: "objected", objection: last.objection ?? "" };
	return { is: "none" };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	await requireCode(ctx, path);
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		withdraw: async () => answer(path, await withdrawErasure(ctx), "account.erase.withdrawn"),
		otherwise: () =>
			answerForm({ ctx, form, hidden: passwords }, eraseSchema, askForErasure, () =>
				redirectWithFlash(path, "account.erase.asked"),
			),
	});
}

const schema = () => import("~/lib/accounts/account-schemas").then((schemas) => schemas.eraseSchema);

export default function EraseAccountPage() {
	const { t } = useTexts();
	const { email, state, reports } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({ id: "erase", reply, schema });
	const labels = { password: t("account.password") };
	return (
		<div className="narrow stack">
			<h1>{t("account.erase.title")}</h1>
			<ErasureNotice email={email} state={state} />
			{state.is !== "waiting" && (
				<>
					<div className="notice notice-warning">
						<p>{t("account.erase.warning", { email })}</p>
						<p>{t("account.erase.kept")}</p>
						<p>{t("account.erase.flightLogs")}</p>
						<p>{reports}</p>
					</div>
					<p>{t("account.erase.steps")}</p>
					<form method="post" {...formProps}>
						<ErrorSummary {...summary} labels={labels} />
						<PasswordField
							account={email}
							field={fields.password}
							label={labels.password}
							autoComplete="current-password"
						/>
						<SubmitButton busy={busy} danger>
							{t("account.erase.submit")}
						</SubmitButton>
					</form>
				</>
			)}
			<p>
				<a href="/user-profile">{t("account.erase.back")}</a>
			</p>
		</div>
	);
}

type ErasureState =
	| { readonly is: "none" }
	/** The mail with the link was sent. */
	| { readonly is: "asked" }
	| { readonly is: "waiting"; readonly dueAt: Date }
	| { readonly is: "objected"; readonly objection: string };

/** Shows the state of the request, and how to withdraw it. */
function ErasureNotice({ email, state }: { readonly email: string; readonly state: ErasureState }) {
	const { t, language } = useTexts();
	switch (state.is) {
		case "none":
			return null;
		case "objected":
			return (
				<div className="notice notice-info">
					<p className="notice-title">{t("account.erase.objectedTitle")}</p>
					<p className="break-words">{t("account.erase.objectedText", { objection: state.objection })}</p>
				</div>
			);
		case "asked":
			return (
				<div className="notice notice-info stack">
					<p className="notice-title">{t("account.erase.askedTitle")}</p>
					<p className="break-words">{t("account.erase.askedText", { email })}</p>
					<WithdrawForm />
				</div>
			);
		case "waiting":
			return (
				<div className="notice notice-warning stack">
					<p className="notice-title">{t("account.erase.waitingTitle")}</p>
					<p>{t("account.erase.waitingText", { time: formatChangeTime(state.dueAt, language) })}</p>
					<WithdrawForm />
				</div>
			);
	}
}

function WithdrawForm() {
	const { t } = useTexts();
	return (
		<form method="post">
			<button type="submit" name="intent" value="withdraw" className="button">
				{t("account.erase.withdraw")}
			</button>
		</form>
	);
}
