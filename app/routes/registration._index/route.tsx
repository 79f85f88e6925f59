import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EntryForm } from "~/components/entry/entry-form";
import { readFormKey } from "~/lib/db/form-key.server";
import { areEntriesOpen } from "~/lib/editions/phase";
import { invalidForm, refusedForm, unjudgedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { userPage } from "~/lib/http/page-access.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { enter } from "~/lib/registrations/enter.server";
import { entryValues } from "~/lib/registrations/entry-values";
import { formListQueries, toFormLists } from "~/lib/registrations/form-lists.server";
import { entrySchema } from "~/lib/registrations/registration-schema";
import { entryOfUser } from "~/lib/registrations/registrations-queries.server";
import { updateOwnRegistration } from "~/lib/registrations/update-registration.server";
import { EntryStatus, PaymentBox } from "./entry-status";
import { paymentOf } from "./payment.server";
import { reservesBefore } from "./reserves-before.server";
import { standingOf } from "./standing";

export const handle = { title: "registration.title" };

export async function loader({ context }: LoaderFunctionArgs) {
	const { db, actor, edition, language, now } = userPage(context);
	const [[entry], [reserves], ...lists] = await db.batch([
		entryOfUser(db, actor.id),
		reservesBefore(db, actor.id),
		...formListQueries(db),
	]);
	const codeLabel = textsOf(language).t("registration.payment.code");
	return {
		account: { name: actor.name, surname: actor.surname, email: actor.email },
		lists: toFormLists(lists),
		formKey: crypto.randomUUID(),
		open: areEntriesOpen(edition, now),
		firstDay: formatDay(edition.competition.from, language),
		saved: entry ? { values: entryValues(entry), version: entry.version } : null,
		standing: entry ? standingOf(entry, edition.payment !== null) : null,
		place: (reserves?.before ?? 0) + 1,
		payment: entry ? paymentOf(edition, entry, codeLabel) : null,
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = userPage(context);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const submission = parseForm(form.value, entrySchema);
	const intent = form.value.get("intent");
	if (intent === "change-class") return unjudgedForm(submission);
	if (submission.status !== "success") return invalidForm(submission);
	const entering = intent === "enter";
	const result = entering
		? await enter(ctx, submission.value, readFormKey(form.value))
		: await updateOwnRegistration(ctx, submission.value);
	if (!result.ok) return refusedForm(submission, result);
	const key = entering ? "registration.submit.success" : "registration.update.success";
	return redirectWithFlash("/registration", "success", key);
}

export default function RegistrationPage() {
	const { t } = useTranslation();
	const { standing, place, payment, firstDay, open, ...form } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<>
			<h1>{t("registration.title")}</h1>
			{standing && <EntryStatus standing={standing} place={place} />}
			{payment && <PaymentBox payment={payment} />}
			{open ? (
				<p className="muted mb-6">{t("registration.firstDay", { day: firstDay })}</p>
			) : (
				<p className="notice notice-info">{t("server.entries-closed")}</p>
			)}
			<EntryForm reply={reply} open={open} {...form} />
		</>
	);
}
