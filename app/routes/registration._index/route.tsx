import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import type { TFunction } from "i18next";
import { AppLink } from "~/components/app-link";
import type { EntryDevices } from "~/components/entry/entry-fields";
import { EntryForm } from "~/components/entry/entry-form";
import { EntryPrint } from "~/components/entry/entry-print";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { UnverifiedNotice } from "~/components/unverified-notice";
import { useTexts } from "~/components/use-texts";
import { mayEnter } from "~/lib/accounts/signup-links.server";
import type { UserCtx } from "~/lib/context";
import { readFormKey } from "~/lib/db/form-key.server";
import { first, read } from "~/lib/db/read.server";
import { areEntriesOpen } from "~/lib/editions/opening-times";
import { withdrawChange } from "~/lib/entries/decide-change.server";
import {
	type EarlierEntry,
	earlierEntry,
	hasEarlierEditions,
	takeOver,
} from "~/lib/entries/earlier-entry.server";
import { enter } from "~/lib/entries/enter.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { entrySchema, entrySchemaWithNights } from "~/lib/entries/entry-schema";
import { entryStateOf } from "~/lib/entries/entry-state";
import { entryValues } from "~/lib/entries/entry-values";
import { chargesNights, feesInWords } from "~/lib/entries/fees";
import { formListQueries, toFormLists } from "~/lib/entries/form-lists.server";
import { paymentOf } from "~/lib/entries/payment";
import { changedFields } from "~/lib/entries/requested-change";
import { devicesOfUser } from "~/lib/entries/save-devices.server";
import { updateOwnEntry } from "~/lib/entries/update-entry.server";
import { type FormReply, invalidForm, refusedForm, unjudgedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";
import { EntryStateNotice, WaitingChange } from "./entry-state-notice";
import { paymentWays, placeInQueue, reservesOfOwnClass, sameNumberAccepted } from "./page.server";
import { PaymentBox } from "./payment-box";

export const handle = page({ title: "registration.title" });

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireUser(context);
	const { db, actor, edition, language, now } = ctx;
	const { entry, reserves, same, said, ...choices } = await read(db, {
		entry: first(entryOfUser(db, actor.id)),
		reserves: reservesOfOwnClass(db, actor.id),
		same: first(sameNumberAccepted(db, actor.id)),
		said: first(devicesOfUser(db, actor.id)),
		...formListQueries(db),
	});
	const lists = toFormLists(choices, { edition, language });
	const payment = entry ? paymentOf(edition, entry) : null;
	const { t } = textsOf(language);
	const ways = payment ? paymentWays(payment, { t, language }) : [];
	const open = entry ? areEntriesOpen(edition, now) : await mayEnter(ctx);
	return {
		/** An entry of an earlier edition, which can be taken over. */
		earlier: !entry && open ? await earlierEntry(ctx) : null,
		/** That an address has to be verified before such an entry is looked for. */
		verifyFirst:
			!entry && open && !actor.verified && hasEarlierEditions(ctx)
				? t("registration.earlier.verifyFirst")
				: null,
		version: context.version,
		account: { name: actor.name, surname: actor.surname, email: actor.email },
		lists,
		formKey: crypto.randomUUID(),
		open,
		live: ctx.live && devicesPart(t, said),
		saved: entry ? { values: entryValues(entry), version: entry.version } : null,
		state: entry ? entryStateOf(entry, edition.payment !== null) : null,
		disqualified: entry?.disqualifiedFrom
			? t("registration.disqualification.state", {
					day: formatDay(entry.disqualifiedFrom, language),
					reason: entry.disqualifiedReason,
				})
			: null,
		reservePlace: entry ? await placeInQueue(context.ctx, entry.id, reserves) : null,
		ways,
		choice: ways.length > 1 ? t("registration.payment.either") : null,
		fees: feesInWords(edition, now, { t, language }, entry),
		requested:
			entry?.requestedChange &&
			changedFields(entry, entry.requestedChange, {
				classes: lists.competitionClasses,
				gliderTypes: lists.gliderTypes,
			}),
		takenNumber: entry && (same?.entries ?? 0) > 0 ? entry.startNumber : null,
	};
}

/** What the form asks of devices, in words. @param said what the entry has said of them */
function devicesPart(
	t: TFunction,
	said: Awaited<ReturnType<typeof devicesOfUser>>[number] | undefined,
): EntryDevices {
	const ids = said?.deviceIds.join(" ") ?? "";
	const asks = !said?.agreedAt;
	return {
		lead: t(asks ? "live.lead" : "live.agreed"),
		hint: t("live.deviceIds.hint"),
		labels: { deviceIds: t("live.deviceIds.label"), agrees: t("live.agrees") },
		values: { deviceIds: ids, knownDevices: ids },
		asks,
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	// The button that changes the class has the name of the hidden field behind it.
	const form = bodyOf(await readForm(request, { repeated: ["intent"] }));
	const intent = form.get("intent");
	if (intent === "withdraw-change") {
		return answer("/registration", await withdrawChange(ctx), "registration.change.withdrawn");
	}
	if (intent === "take-over") return answerTakeOver(ctx, form);
	const submission = parseForm(form, chargesNights(ctx.edition) ? entrySchemaWithNights : entrySchema);
	if (intent === "change-class") return unjudgedForm(submission);
	if (submission.status !== "success") return invalidForm(submission);
	const entering = intent === "enter";
	const result = entering
		? await enter(ctx, submission.value, readFormKey(form))
		: await updateOwnEntry(ctx, submission.value);
	if (!result.ok) return refusedForm(submission, result);
	if (entering) return redirectWithFlash("/registration", "registration.submit.success");
	const key = result.value.requestedChange ? "registration.update.waits" : "registration.update.success";
	return redirectWithFlash("/registration", key);
}

interface TakenOver extends FormReply {
	/** The edition whose entry fills the form. */
	readonly year: number;
}

/** Fills the form with the entry of an earlier edition, which nobody has judged or stored yet. */
async function answerTakeOver(ctx: UserCtx, form: FormData) {
	const year = Number(form.get("year"));
	const taken = await takeOver(ctx, { year, offer: String(form.get("offer")) });
	if (!taken.ok) return redirectRefused("/registration", taken.reason, `server.${taken.reason}`);
	const reply = { submission: { initialValue: taken.value }, reason: null, retryAfter: null };
	return data({ ...reply, year } satisfies TakenOver);
}

export const clientLoader = loadFresh;

export default function RegistrationPage() {
	const { t } = useTexts();
	const {
		state,
		disqualified,
		reservePlace,
		ways,
		choice,
		requested,
		takenNumber,
		earlier,
		verifyFirst,
		open,
		...form
	} = useFreshData<typeof loader>().data;
	const reply = useActionData() as FormReply | TakenOver | undefined;
	const takenFrom = reply && "year" in reply ? reply.year : null;
	return (
		<>
			<h1>{t("registration.title")}</h1>
			<UnverifiedNotice />
			{verifyFirst && <p className="notice notice-info no-print">{verifyFirst}</p>}
			{form.saved && <EntryPrint account={form.account} values={form.saved.values} lists={form.lists} />}
			{disqualified && <p className="notice notice-warning">{disqualified}</p>}
			{state && <EntryStateNotice state={state} reservePlace={reservePlace} />}
			{requested && <WaitingChange changes={requested} open={open} />}
			{takenNumber && (
				<p className="notice notice-warning">{t("registration.numberTaken", { startNumber: takenNumber })}</p>
			)}
			{ways.length > 0 && <PaymentBox ways={ways} choice={choice} />}
			{form.saved && (
				<p className="no-print mb-4">
					<AppLink to="/registration/safety-card">{t("safetyCard.title")}</AppLink>
					{form.live && (
						<>
							{" · "}
							<AppLink to="/registration/live">{t("live.title")}</AppLink>
						</>
					)}
				</p>
			)}
			{!open && <p className="notice notice-info">{t("server.entries-closed")}</p>}
			{takenFrom ? (
				<p className="notice notice-success" role="status">
					{t("registration.earlier.taken", { year: String(takenFrom) })}
				</p>
			) : (
				earlier && !reply && <EarlierOffer {...earlier} />
			)}
			<EntryForm key={form.saved?.version} reply={reply} open={open} path="/registration" {...form} />
		</>
	);
}

/** Offers the entry of an earlier edition. */
function EarlierOffer({ year, offer }: EarlierEntry) {
	const { t } = useTexts();
	const values = { year: String(year) };
	return (
		<form method="post" action="/registration" className="notice notice-info no-print">
			<p className="notice-title">{t("registration.earlier.title", values)}</p>
			<p>{t("registration.earlier.text", values)}</p>
			<input type="hidden" name="year" value={year} />
			<input type="hidden" name="offer" value={offer} />
			<button type="submit" className="button" name="intent" value="take-over">
				{t("registration.earlier.take", values)}
			</button>
		</form>
	);
}
