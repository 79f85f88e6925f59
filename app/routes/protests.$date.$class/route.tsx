import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckboxField, ErrorSummary, TextArea } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { Elsewhere, withReason } from "~/components/results/results-note";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import type { UserCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { answerForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireUser } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { dayAndDate, formatDayAndTime } from "~/lib/i18n/format-dates";
import { formatAmount } from "~/lib/i18n/format-number";
import { pick } from "~/lib/pick";
import { protestSchema } from "~/lib/results/protest-schema";
import { fileProtest, hasDeposit, isAnother, protestsOfEntry } from "~/lib/results/protests.server";
import { resultsPath } from "~/lib/results/results-address";
import { isProtestTime } from "~/lib/scoring/protest-deadline";
import { sourceElsewhere, storedScores } from "~/lib/scoring/scoring-queries.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "protest.title" });

/** @throws a response of status 404 for a day without scores, and for a user without an entry in the class */
async function readClassDay({ db, actor }: UserCtx, params: LoaderFunctionArgs["params"]) {
	const { day, competitionClass, entry } = await read(db, {
		day: first(dayByDate(db, params.date ?? "")),
		competitionClass: first(classByType(db, params.class ?? "")),
		entry: first(entryOfUser(db, actor.id)),
	});
	if (!day || !competitionClass || entry?.competitionClassId !== competitionClass.id)
		throw errorPage("not-found");
	return { day, competitionClass, entry, where: { dayId: day.id, classId: competitionClass.id } };
}

export async function loader({ params, context }: LoaderFunctionArgs) {
	const ctx = requireUser(context);
	const { day, competitionClass, entry, where } = await readClassDay(ctx, params);
	const { stored, elsewhere, own } = await read(ctx.db, {
		stored: first(storedScores(ctx.db, where)),
		elsewhere: first(sourceElsewhere(ctx.db, where)),
		own: protestsOfEntry(ctx.db, day.id, entry.id),
	});
	if (!stored) throw errorPage("not-found");
	return {
		...where,
		day: { name: day.name, date: day.date },
		classType: competitionClass.type,
		fee: ctx.edition.protests.fee,
		...pick(stored, "protestsUntil", "protestsUntilReason"),
		elsewhere: elsewhere?.source ?? null,
		canProtest: !elsewhere && isProtestTime(stored, ctx.now) && isAnother(own, stored),
		own: own.map(({ id, text, feePaid, createdAt, outcome, outcomeReason }) => ({
			id,
			text,
			createdAt,
			outcome,
			outcomeReason,
			/** Null when there is no deposit to be paid, or none any more. */
			isPaid: hasDeposit(ctx.edition) && outcome === null ? feePaid : null,
		})),
	};
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const { day, competitionClass, where } = await readClassDay(ctx, params);
	const form = bodyOf(await readForm(request));
	return answerForm(
		{ ctx, form },
		protestSchema,
		(_, protest) => fileProtest(ctx, where, protest),
		() => redirectWithFlash(`/protests/${day.date}/${competitionClass.type}`, "protest.success"),
	);
}

const schema = () => import("~/lib/results/protest-schema").then((schemas) => schemas.protestSchema);

export default function ProtestPage() {
	const { t, language, classNameOf } = useTexts();
	const data = useLoaderData<typeof loader>();
	const { day, classType, dayId, classId, elsewhere, protestsUntil, protestsUntilReason, canProtest, own } =
		data;
	return (
		<div className="narrow stack">
			<h1>{t("protest.title")}</h1>
			<p>
				{classNameOf(classType)} · {dayAndDate(t, day, language)}
			</p>
			<p>
				<AppLink to={resultsPath({ view: "daily", classId, dayId })}>{t("protest.results")}</AppLink>
			</p>
			{elsewhere && (
				<p>
					<Elsewhere source={elsewhere} />
				</p>
			)}
			{protestsUntil && canProtest && (
				<p>
					{t("protest.until", {
						until: withReason(formatDayAndTime(new Date(protestsUntil), language), protestsUntilReason),
					})}
				</p>
			)}
			{own.map(({ id, ...protest }) => (
				<OwnProtest key={id} {...protest} />
			))}
			{canProtest ? <ProtestForm fee={data.fee} /> : own.length === 0 && <p>{t("protest.closed")}</p>}
		</div>
	);
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function OwnProtest({ text, createdAt, outcome, outcomeReason, isPaid }: Omit<Loaded["own"][number], "id">) {
	const { t, language } = useTexts();
	return (
		<section className="card bg-surface">
			<h2>{t(outcome ? `protest.outcome.${outcome}` : "protest.pending")}</h2>
			<p className="muted">{formatDayAndTime(new Date(createdAt), language)}</p>
			<p className="whitespace-pre-line">{text}</p>
			{isPaid && <p>{t("protest.paid")}</p>}
			{isPaid === false && <p className="notice notice-warning my-3">{t("protest.unpaid")}</p>}
			{outcomeReason && <p className="notice my-3 whitespace-pre-line">{outcomeReason}</p>}
		</section>
	);
}

function ProtestForm({ fee }: Pick<Loaded, "fee">) {
	const { t, language } = useTexts();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({ id: "protest", reply, schema });
	const labels = { text: t("protest.field.text"), feePaid: t("protest.field.feePaid") };
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<TextArea
				field={fields.text}
				label={labels.text}
				hint={t("protest.field.text.hint")}
				rows={8}
				maxLength={limits.note}
				required
			/>
			{fee && (
				<CheckboxField
					field={fields.feePaid}
					label={labels.feePaid}
					hint={t("protest.fee", { amount: formatAmount(fee.amount, fee.currency, language) })}
				/>
			)}
			<SubmitButton busy={busy}>{t("protest.submit")}</SubmitButton>
		</form>
	);
}
