import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { Facts } from "~/components/facts";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { readFormKey } from "~/lib/db/form-key.server";
import { first, read } from "~/lib/db/read.server";
import { middayOf, pragueDate } from "~/lib/editions/prague-time";
import { entryById } from "~/lib/entries/entries-queries.server";
import { entryPath, paymentsOfPath, paymentsPath } from "~/lib/entries/entry-paths";
import { balanceOf, variableSymbol } from "~/lib/entries/payment";
import { enteredWays, paymentSchema } from "~/lib/entries/payment-schema";
import { cancelPayment, enterPayment, paymentsOfEntry } from "~/lib/entries/payments.server";
import { byIntent, type FormReply, invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDayOf } from "~/lib/i18n/format-dates";
import { formatAmount } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "payments.title" });

export async function loader({ params, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "payments");
	const { db, edition, language, now } = ctx;
	const { t } = textsOf(language);
	const id = params.registrationId ?? "";
	const { entry, rows } = await read(db, { entry: first(entryById(db, id)), rows: paymentsOfEntry(db, id) });
	const balance = entry && balanceOf(edition, entry);
	if (!balance) throw errorPage("not-found");
	const { currency, amount, received, open, euro } = balance;
	const said = (of: number) => formatAmount(of, currency, language);
	return {
		entryPath: may(ctx, "entries") ? entryPath(id) : null,
		fullName: `${entry.user.name} ${entry.user.surname}`,
		symbol: variableSymbol(edition.year, entry.number),
		facts: [
			[
				t("payments.amount"),
				euro === null ? said(amount) : `${said(amount)} (${formatAmount(euro, "EUR", language)})`,
			],
			[t("payments.received"), said(received)],
			[t("payments.open"), said(open)],
		] as const,
		rows: rows.map(({ by, cancelledAt, receivedOn, ...row }) => ({
			id: row.id,
			isCancelled: cancelledAt !== null,
			amount:
				row.amount === null
					? t("payments.whole")
					: formatAmount(row.amount, row.currency ?? currency, language),
			text: [
				formatDayOf(middayOf(receivedOn), language),
				t(`payments.how.${row.how}`),
				...(by ? [`${by.name} ${by.surname}`] : []),
				...(row.note ? [row.note] : []),
			].join(" · "),
		})),
		form: {
			amount: open > 0 ? String(open) : "",
			currencies: euro !== null && currency !== "EUR" ? [currency, "EUR"] : [],
			receivedOn: pragueDate(now),
			ways: enteredWays.map((value) => ({ value, label: t(`payments.how.${value}`) })),
			formKey: crypto.randomUUID(),
		},
	};
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "payments");
	const id = params.registrationId ?? "";
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		cancel: async () =>
			answer(
				paymentsOfPath(id),
				await cancelPayment(ctx, id, String(form.get("payment"))),
				"payments.cancelled",
			),
		otherwise: () => enterForm(ctx, id, form),
	});
}

async function enterForm(ctx: StaffCtx<"payments">, id: string, form: FormData) {
	const submission = parseForm(form, paymentSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const entered = await enterPayment(ctx, id, submission.value, readFormKey(form));
	if (entered.ok) return redirectWithFlash(paymentsOfPath(id), "payments.entered");
	if (entered.reason === "not-found") throw errorPage("not-found");
	return refusedForm(submission, entered);
}

type Loaded = SerializeFrom<typeof loader>;

export default function PaymentsOfEntryPage() {
	const { t } = useTexts();
	const { entryPath: path, fullName, symbol, facts, rows, form } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>() as FormReply | undefined;
	return (
		<div className="narrow stack">
			<p className="no-print">
				<AppLink to={paymentsPath}>{t("payments.back")}</AppLink>
			</p>
			<h1>
				{t("payments.title")}: {path ? <AppLink to={path}>{fullName}</AppLink> : fullName}
			</h1>
			<Facts facts={symbol ? [[t("registration.payment.variableSymbol"), symbol], ...facts] : facts} />
			<PaymentForm key={form.formKey} form={form} reply={reply} />
			<section aria-labelledby="received">
				<h2 id="received">{t("payments.rows")}</h2>
				{rows.length === 0 ? <p className="empty">{t("payments.noRows")}</p> : <Rows rows={rows} />}
			</section>
		</div>
	);
}

function Rows({ rows }: Pick<Loaded, "rows">) {
	const { t } = useTexts();
	return (
		<ul className="lined">
			{rows.map(({ id, amount, text, isCancelled }) => (
				<li key={id} className="button-row justify-between">
					<span className="min-w-0 break-words">
						{isCancelled ? <s>{amount}</s> : <strong>{amount}</strong>}
						<br />
						<span className="muted">{text}</span>
					</span>
					{isCancelled ? (
						<span className="badge">{t("payments.isCancelled")}</span>
					) : (
						<form method="post" className="no-print">
							<input type="hidden" name="payment" value={id} />
							<button type="submit" className="button" name="intent" value="cancel">
								{t("payments.cancel")}
								<span className="sr-only">{`: ${amount}`}</span>
							</button>
						</form>
					)}
				</li>
			))}
		</ul>
	);
}

const schema = async () => (await import("~/lib/entries/payment-schema")).paymentSchema;

interface PaymentFormProps extends Pick<Loaded, "form"> {
	readonly reply: FormReply | undefined;
}

function PaymentForm({ form: { formKey, currencies, ways, ...values }, reply }: PaymentFormProps) {
	const { t } = useTexts();
	const defaultValue = { ...values, currency: currencies[0] ?? "", how: "transfer", note: "" };
	const { fields, busy, summary, formProps } = useAppForm({ id: "payment", reply, schema, defaultValue });
	const labels = {
		amount: t("registration.payment.amount"),
		currency: t("payments.currency"),
		receivedOn: t("payments.receivedOn"),
		how: t("payments.how"),
		note: t("payments.note"),
	};
	return (
		<form method="post" className="no-print" {...formProps}>
			<h2 className="mb-4">{t("payments.enter")}</h2>
			<ErrorSummary {...summary} labels={labels} />
			<input type="hidden" name="formKey" value={formKey} />
			<TextField field={fields.amount} label={labels.amount} inputMode="decimal" required />
			{currencies.length > 0 && (
				<SelectField
					field={fields.currency}
					label={labels.currency}
					none={null}
					options={currencies.map((value) => ({ value, label: value }))}
				/>
			)}
			<TextField field={fields.receivedOn} label={labels.receivedOn} type="date" required />
			<SelectField field={fields.how} label={labels.how} none={null} options={ways} />
			<TextField field={fields.note} label={labels.note} maxLength={limits.paymentNote} />
			<SubmitButton busy={busy}>{t("payments.submit")}</SubmitButton>
		</form>
	);
}
