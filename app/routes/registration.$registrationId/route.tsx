import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { useRef } from "react";
import { SelectField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { EntryForm } from "~/components/entry/entry-form";
import { EntryPrint } from "~/components/entry/entry-print";
import { Icon } from "~/components/icon";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { useTexts } from "~/components/use-texts";
import { allDays } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { middayOf, pragueDate } from "~/lib/editions/prague-time";
import { type Entry, entryById } from "~/lib/entries/entries-queries.server";
import { withdrawalDates } from "~/lib/entries/entry-flags.server";
import { entryPath, paymentsOfPath } from "~/lib/entries/entry-paths";
import { entryValues } from "~/lib/entries/entry-values";
import { feesInWords } from "~/lib/entries/fees";
import { formListQueries, toFormLists } from "~/lib/entries/form-lists.server";
import { holdingChoice } from "~/lib/entries/holding-choice.server";
import { variableSymbol } from "~/lib/entries/payment";
import { changedFields } from "~/lib/entries/requested-change";
import { limits } from "~/lib/forms/limits";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { formatDay, formatDayOf } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { page } from "~/shell/handle";
import { registrations } from "~db/schema";
import { actOnEntry, type ConsentReply, type EntryReply } from "./actions.server";
import { ConsentForm } from "./consent-form";

export const handle = page({
	title: "registration.adminTitle",
});

export async function loader({ params, context }: LoaderFunctionArgs) {
	const { db, edition, language, now } = requireStaff(context, "entries");
	const id = params.registrationId ?? "";
	const { entry, days, ...choices } = await read(db, {
		entry: first(entryById(db, id)),
		days: allDays(db),
		...formListQueries(db),
	});
	if (!entry) throw errorPage("not-found");
	const { name, surname, email } = entry.user;
	const today = pragueDate(now);
	const lists = toFormLists(choices, { edition, language });
	return {
		version: context.version,
		id: entry.id,
		account: { name, surname, email },
		lists,
		saved: { values: entryValues(entry), version: entry.version },
		symbol: variableSymbol(edition.year, entry.number),
		fees: feesInWords(edition, now, { t: textsOf(language).t, language }, entry),
		flags: { accepted: entry.accepted, paid: entry.paid, isReserve: entry.isReserve },
		withdrawn:
			entry.withdrawnFrom === null ? null : { from: entry.withdrawnFrom, reason: entry.withdrawnReason },
		holding: await holdingChoice(context.ctx, eq(registrations.id, id), "holdsFrom.entry"),
		requested:
			entry.requestedChange &&
			changedFields(entry, entry.requestedChange, {
				classes: lists.competitionClasses,
				gliderTypes: lists.gliderTypes,
			}),
		withdrawal:
			entry.accepted && entry.flownUntil
				? { today, days: withdrawalDates(entry.flownUntil, today, days) }
				: null,
		disqualification: disqualificationPart(entry, days, { today, language }),
	};
}

/** The page says all of it, so it comes in the language of the reader. Null for who is no competitor. */
function disqualificationPart(
	{ accepted, withdrawnFrom, disqualifiedFrom, disqualifiedReason }: Entry,
	days: readonly { readonly date: string }[],
	{ today, language }: { readonly today: string; readonly language: Language },
) {
	if (!accepted && withdrawnFrom === null) return null;
	const { t } = textsOf(language);
	const text = (name: string) => t(`registration.disqualification.${name}`);
	const isDisqualified = disqualifiedFrom !== null;
	return {
		title: text(isDisqualified ? "lift" : "title"),
		state: isDisqualified
			? t("registration.disqualification.state", {
					day: formatDay(disqualifiedFrom, language),
					reason: disqualifiedReason ?? "–",
				})
			: null,
		next: text(isDisqualified ? "lift.next" : "next"),
		submit: text(isDisqualified ? "lift" : "submit"),
		intent: isDisqualified ? "lift-disqualification" : "disqualify",
		from: days.some(({ date }) => date === today) ? today : (days.at(-1)?.date ?? today),
		days: isDisqualified ? [] : days.map(({ date }) => ({ value: date, label: formatDay(date, language) })),
	};
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "entries");
	// The button that changes the class has the name of the hidden field behind it.
	const form = bodyOf(await readForm(request, { repeated: ["intent"] }));
	return actOnEntry(ctx, params.registrationId ?? "", form);
}

export const clientLoader = loadFresh;

export default function AdminRegistrationPage() {
	const { t } = useTexts();
	const {
		id,
		account,
		lists,
		saved,
		symbol,
		fees,
		flags,
		withdrawn,
		withdrawal,
		disqualification,
		...changing
	} = useFreshData<typeof loader>().data;
	const reply = useReply(saved.version);
	const { holding, requested } = changing;
	const isAboutEntry = reply && "submission" in reply;
	return (
		<>
			<p className="no-print mb-6">
				<AppLink className="-my-2.5 inline-block py-2.5" to="/starting-list">
					{t("registration.backToList")}
				</AppLink>
			</p>
			<h1>
				{t("registration.adminTitle")}: {account.name} {account.surname}
			</h1>
			<EntryPrint account={account} values={saved.values} lists={lists} organisers />
			<Standing flags={flags} withdrawn={withdrawn} />
			{withdrawal && <WithdrawalForm {...withdrawal} />}
			{disqualification && <DisqualificationForm part={disqualification} />}
			{requested && (
				<ConsentForm
					changes={requested}
					version={saved.version}
					holding={holding}
					reply={isAboutEntry ? undefined : reply}
				/>
			)}
			<PaymentsLine id={id} symbol={fees && symbol} />
			<EntryForm
				key={saved.version}
				reply={isAboutEntry ? reply : undefined}
				moved={isAboutEntry ? reply.moved : undefined}
				holding={holding}
				account={account}
				saved={saved}
				lists={lists}
				fees={fees}
				formKey=""
				open
				organisers
				path={entryPath(id)}
			/>
		</>
	);
}

/** The symbol by which the payment is recognised, in an edition that takes payments. */
function PaymentsLine({ id, symbol }: Pick<SerializeFrom<typeof loader>, "id" | "symbol">) {
	const { t } = useTexts();
	if (!symbol) return null;
	return (
		<p className="mb-6">
			{t("registration.payment.variableSymbol")}: <strong>{symbol}</strong> ·{" "}
			<AppLink to={paymentsOfPath(id)}>{t("payments.title")}</AppLink>
		</p>
	);
}

/** The answer to the last form, which a page that reads its data again forgets, until the entry is another version. */
/** Whether the entry is accepted, withdrawn, paid and a reserve, in chips. */
function Standing({ flags, withdrawn }: Pick<SerializeFrom<typeof loader>, "flags" | "withdrawn">) {
	const { t, language } = useTexts();
	return (
		<>
			<p className="button-row mb-6">
				{withdrawn ? (
					<span className="chip chip-warning">
						<Icon name="cross" />
						{t("startingList.withdrawn", { day: formatDayOf(middayOf(withdrawn.from), language) })}
					</span>
				) : (
					<span className={flags.accepted ? "chip chip-success" : "chip"}>
						<Icon name={flags.accepted ? "check" : "clock"} />
						{t(flags.accepted ? "startingList.accepted" : "startingList.waiting")}
					</span>
				)}
				<span className={flags.paid ? "chip chip-success" : "chip"}>
					<Icon name={flags.paid ? "check" : "coin"} />
					{t(flags.paid ? "startingList.paid" : "startingList.unpaid")}
				</span>
				{flags.isReserve && <span className="badge badge-reserve">{t("startingList.reserve")}</span>}
			</p>
			{withdrawn?.reason && (
				<p className="mb-6">
					{t("registration.withdrawal.reason")}: {withdrawn.reason}
				</p>
			)}
		</>
	);
}

function useReply(version: number) {
	const reply = useActionData() as EntryReply | ConsentReply | undefined;
	const last = useRef({ version, reply });
	if (reply !== undefined && reply !== last.current.reply) last.current = { version, reply };
	return last.current.version === version ? last.current.reply : undefined;
}

/** Withdraws a competitor who has flown: the record of the days before stays. */
function WithdrawalForm({ days, today }: { readonly days: readonly string[]; readonly today: string }) {
	const { t, language } = useTexts();
	return (
		<details className="no-print mb-6">
			<summary>{t("registration.withdrawal.title")}</summary>
			<form method="post" className="stack mt-4">
				<p>{t("registration.withdrawal.next")}</p>
				<SelectField
					field={{ id: "withdrawal-from", name: "from", initialValue: today }}
					label={t("registration.withdrawal.from")}
					none={null}
					options={days.map((date) => ({ value: date, label: formatDay(date, language) }))}
				/>
				<div className="field">
					<label htmlFor="withdrawal-reason">{t("registration.withdrawal.reason")}</label>
					<textarea id="withdrawal-reason" name="reason" rows={2} maxLength={limits.reason} />
				</div>
				<button type="submit" className="button button-danger" name="intent" value="withdraw">
					{t("registration.withdrawal.submit")}
				</button>
			</form>
		</details>
	);
}

type DisqualificationPart = NonNullable<SerializeFrom<typeof loader>["disqualification"]>;

/** Disqualifies a competitor from the competition, or takes it back. */
function DisqualificationForm({ part }: { readonly part: DisqualificationPart }) {
	const { t } = useTexts();
	return (
		<>
			{part.state && <p className="notice notice-warning">{part.state}</p>}
			<details className="no-print mb-6">
				<summary>{part.title}</summary>
				<form method="post" className="stack mt-4">
					<p>{part.next}</p>
					{part.days.length > 0 && (
						<SelectField
							field={{ id: "disqualified-from", name: "from", initialValue: part.from }}
							label={t("registration.withdrawal.from")}
							none={null}
							options={part.days}
						/>
					)}
					<div className="field">
						<label htmlFor="disqualified-reason">{t("registration.withdrawal.reason")}</label>
						<textarea id="disqualified-reason" name="reason" rows={2} maxLength={limits.reason} required />
					</div>
					<button type="submit" className="button button-danger" name="intent" value={part.intent}>
						{part.submit}
					</button>
				</form>
			</details>
		</>
	);
}
