import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { first, read } from "~/lib/db/read.server";
import { safetyCardOf, saveSafetyCard } from "~/lib/desk/safety-card.server";
import { safetyCardSchema } from "~/lib/desk/safety-card-schema";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { answerForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "safetyCard.title" });

const path = "/registration/safety-card";

/** Fields in the order of the form. */
const fieldNames = ["colours", "equipment", "persons", "crewName", "crewPhone", "flarmId"] as const;

export async function loader({ context }: LoaderFunctionArgs) {
	const { db, actor, language } = requireUser(context);
	const { entry } = await read(db, { entry: first(entryOfUser(db, actor.id)) });
	const [card] = entry ? await safetyCardOf(db, entry.id) : [];
	const { t } = textsOf(language);
	return {
		hasEntry: entry !== undefined,
		values: Object.fromEntries(fieldNames.map((name) => [name, String(card?.[name] ?? "")])),
		/** A page of few: its words come with it. */
		texts: {
			lead: t("safetyCard.lead"),
			noEntry: t("safetyCard.noEntry"),
			save: t("safetyCard.save"),
			labels: Object.fromEntries(fieldNames.map((name) => [name, t(`safetyCard.${name}`)])),
		},
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const form = bodyOf(await readForm(request));
	return answerForm({ ctx, form }, safetyCardSchema, saveSafetyCard, () =>
		redirectWithFlash(path, "safetyCard.saved"),
	);
}

const schema = async () => (await import("~/lib/desk/safety-card-schema")).safetyCardSchema;

/** The card for a search. Whatever a competitor fills in need not be found out then. */
export default function SafetyCardPage() {
	const { t } = useTexts();
	const { hasEntry, values, texts } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "safety-card",
		reply,
		schema,
		defaultValue: values,
	});
	const { labels } = texts;
	return (
		<div className="narrow stack">
			<h1>{t("safetyCard.title")}</h1>
			<p>{texts.lead}</p>
			{hasEntry ? (
				<form method="post" {...formProps}>
					<ErrorSummary {...summary} labels={labels} />
					{fieldNames.map((name) => (
						<TextField
							key={name}
							field={fields[name]}
							label={labels[name] ?? ""}
							maxLength={limits.reason}
							{...(name === "crewPhone" ? { type: "tel" as const } : {})}
							{...(name === "persons" ? { inputMode: "numeric" as const } : {})}
						/>
					))}
					<SubmitButton busy={busy}>{texts.save}</SubmitButton>
				</form>
			) : (
				<p className="empty">{texts.noEntry}</p>
			)}
			<p>
				<AppLink to="/registration">{t("registration.title")}</AppLink>
			</p>
		</div>
	);
}
