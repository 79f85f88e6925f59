import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { ErrorSummary, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { replyForm } from "~/components/reply-form";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";
import { protestOutcomes } from "~db/enums";
import type { ScoringDesk } from "./page.server";

interface StateFormsProps {
	readonly desk: ScoringDesk;
	/** To another end of the protest time. Undefined if the last form was another one. */
	readonly reply: FormReply | undefined;
}

/**
 * How final the results are, and the button to the next state. Reopening, official results in doubt, and another end of the protest time
 * need a reason.
 */
export function StateForms({ desk, reply }: StateFormsProps) {
	const { t, language } = useTexts();
	const { state, isOurs, isLocked, words } = desk;
	if (!isOurs) return <Covered status={words.status} />;
	const time = (moment: Date | string) => formatDayAndTime(new Date(moment), language);
	const { name, protestsUntil, protestsUntilReason, isProtestTime } = state;
	return (
		<section aria-labelledby="results-state" className="card bg-surface">
			<h2 id="results-state">{t("scoringAdmin.state.title")}</h2>
			{isLocked && <p>{t("server.days-locked")}</p>}
			{(!isLocked || name === "unofficial") && (
				<div id="hindrances">
					<Rules of={words.hindrances} />
				</div>
			)}
			{protestsUntil && name === "unofficial" && !isProtestTime && (
				<p>{t("results.protestsOver", { until: time(protestsUntil) })}</p>
			)}
			{protestsUntilReason && (
				<p>
					{words.end.reason}: {protestsUntilReason}
				</p>
			)}
			{(!isLocked || name === "unofficial") && <NextState key={name} desk={desk} reply={reply} />}
		</section>
	);
}

/** The form of the next state. After the lock unofficial results become official, and nothing is reopened. */
function NextState({ desk: { state, isLocked, words }, reply }: StateFormsProps) {
	const { t } = useTexts();
	const { name, isProtestTime } = state;
	const next = name === "preliminary" ? "unofficial" : "official";
	return (
		<Form method="post" action="?#results-state" className="mt-4">
			<ReasonField state={state} words={words} typed={typedIn(reply, "reason")} />
			{name === "preliminary" && (
				<fieldset>
					<legend>{words.end.title}</legend>
					<OtherEndFields words={words.end} reply={reply} />
				</fieldset>
			)}
			<div className="button-row">
				{name !== "official" && (
					<button
						type="submit"
						className="button"
						name="intent"
						value={next}
						disabled={isProtestTime}
						aria-describedby="hindrances next-state"
					>
						{t(`scoringAdmin.state.${next}`)}
					</button>
				)}
				<span id="next-state" className="muted">
					{name === "preliminary" && words.publish}
				</span>
				{name !== "preliminary" && !isLocked && (
					<button type="submit" className="button" name="intent" value="reopen">
						{t("scoringAdmin.state.reopen")}
					</button>
				)}
			</div>
		</Form>
	);
}

interface ReasonFieldProps extends Pick<ScoringDesk, "state" | "words"> {
	readonly typed: string | undefined;
}

/** The reason is asked for where the next state, or that to reopen, can need one. */
function ReasonField({ state: { name, isReasonRequired }, words, typed }: ReasonFieldProps) {
	const { t } = useTexts();
	const isAsked = isReasonRequired || name !== "preliminary";
	return (
		<div className="field">
			{isAsked && (
				<label htmlFor="state-reason">
					{t(isReasonRequired ? "scoringAdmin.field.reason" : "scoringAdmin.state.reason")}
				</label>
			)}
			<div className="field-hint" id="state-reason-hint">
				<details>
					<summary>{words.rulesTitle}</summary>
					<Rules of={words.rules} />
				</details>
			</div>
			{isAsked && (
				<input
					id="state-reason"
					name="reason"
					required={isReasonRequired}
					maxLength={limits.reason}
					aria-describedby="hindrances state-reason-hint"
					autoComplete="off"
					defaultValue={typed}
				/>
			)}
		</div>
	);
}

/** The form that moves the end of the protest time of unofficial results, as long as the days are not locked. */
export function OtherEndForm({ desk: { state, isOurs, isLocked, words }, reply }: StateFormsProps) {
	if (!isOurs || isLocked || state.name !== "unofficial") return null;
	return (
		<section aria-labelledby="protest-end" className="card bg-surface">
			<h2 id="protest-end">{words.end.title}</h2>
			<Form method="post" action="?#protest-end">
				<input type="hidden" name="seen" value={new Date(state.protestsUntil ?? 0).getTime()} />
				<OtherEndFields words={words.end} reply={reply} isRequired />
				<div className="button-row">
					<button type="submit" className="button" name="intent" value="protestEnd">
						{words.end.save}
					</button>
				</div>
			</Form>
		</section>
	);
}

interface OtherEndFieldsProps {
	readonly words: ScoringDesk["words"]["end"];
	readonly reply: FormReply | undefined;
	readonly isRequired?: boolean;
}

function OtherEndFields({ words, reply, isRequired = false }: OtherEndFieldsProps) {
	const { fields, summary } = replyForm("end", ["protestsUntil", "protestsUntilReason"], reply);
	return (
		<>
			<ErrorSummary {...summary} labels={{ protestsUntil: words.label, protestsUntilReason: words.reason }} />
			<div className="task-fields">
				<TextField
					field={fields.protestsUntil}
					type="datetime-local"
					label={words.label}
					hint={words.hint}
					required={isRequired}
				/>
				<TextField
					field={fields.protestsUntilReason}
					label={words.reason}
					hint={words.reasonHint}
					maxLength={limits.reason}
					required={isRequired}
					autoComplete="off"
				/>
			</div>
		</>
	);
}

function typedIn(reply: FormReply | undefined, name: string): string | undefined {
	const value = reply?.submission.initialValue?.[name];
	return typeof value === "string" ? value : undefined;
}

function Rules({ of }: { readonly of: ScoringDesk["words"]["rules"] }) {
	return of.map(({ text, about }) => (
		<p key={text}>
			{text}
			{about.length > 0 && (
				<>
					{" "}
					(
					{about.map(({ registrationId, startNumber }, index) => (
						<Fragment key={registrationId}>
							{index > 0 && ", "}
							<AppLink to={`#${registrationId}`}>{startNumber}</AppLink>
						</Fragment>
					))}
					)
				</>
			)}
		</p>
	));
}

/** The results are cancelled, or others count. */
function Covered({ status }: { readonly status: string }) {
	const { t } = useTexts();
	return (
		<section aria-labelledby="results-state" className="card bg-surface">
			<h2 id="results-state">{t("scoringAdmin.state.title")}</h2>
			<p>{status}</p>
			<p>
				<AppLink to={`${scoringDaysPath}#sheets`}>{t("results.sheets.title")}</AppLink>
			</p>
		</section>
	);
}

/** Protests against the results, each with the form of its decision. Points change by decisions about the flights. */
export function Protests({ protests, hasDeposit }: Pick<ScoringDesk, "protests" | "hasDeposit">) {
	const { t } = useTexts();
	if (protests.length === 0) return null;
	return (
		<section aria-labelledby="protests" className="stack">
			<h2 id="protests">{t("protest.list")}</h2>
			{protests.map((protest) => (
				<Protest key={protest.id} {...protest} hasDeposit={hasDeposit} />
			))}
		</section>
	);
}

function Protest({
	id,
	registrationId,
	startNumber,
	name,
	surname,
	text,
	feePaid,
	createdAt,
	outcome,
	outcomeReason,
	decidedAt,
	decidedBy,
	hasDeposit,
}: ScoringDesk["protests"][number] & Pick<ScoringDesk, "hasDeposit">) {
	const { t, language } = useTexts();
	return (
		<article className="card bg-surface" aria-labelledby={`protest-${id}`}>
			<h3 id={`protest-${id}`}>
				{startNumber}{" "}
				<AppLink to={`#${registrationId}`}>
					{name} {surname}
				</AppLink>{" "}
				<span className="chip">{t(outcome ? `protest.outcome.${outcome}` : "protest.pending")}</span>
			</h3>
			<p className="muted">{formatDayAndTime(new Date(createdAt), language)}</p>
			<p className="whitespace-pre-line">{text}</p>
			{hasDeposit && (
				<Form method="post" className="button-row mt-4">
					<input type="hidden" name="protest" value={id} />
					<span>{t(feePaid ? "protest.paid" : "protest.feeUnpaid")}</span>
					<button type="submit" className="button" name="intent" value={feePaid ? "unpaid" : "paid"}>
						{t(feePaid ? "protest.notePaid.undo" : "protest.notePaid")}
					</button>
				</Form>
			)}
			{outcome ? (
				<p className="notice my-3 whitespace-pre-line">
					{outcomeReason}{" "}
					<span className="muted">
						{decidedBy && `${decidedBy}, `}
						{decidedAt && formatDayAndTime(new Date(decidedAt), language)}
					</span>
				</p>
			) : (
				<DecideProtest id={id} />
			)}
		</article>
	);
}

function DecideProtest({ id }: { readonly id: string }) {
	const { t } = useTexts();
	return (
		<Form method="post" className="mt-4">
			<input type="hidden" name="protest" value={id} />
			<div className="field">
				<label htmlFor={`outcome-${id}`}>{t("protest.field.reason")}</label>
				<textarea id={`outcome-${id}`} name="reason" rows={3} maxLength={limits.note} required />
			</div>
			<div className="button-row">
				<input type="hidden" name="intent" value="protest" />
				{protestOutcomes.map((one) => (
					<button key={one} type="submit" className="button" name="outcome" value={one}>
						{t(`protest.decide.${one}`)}
					</button>
				))}
			</div>
		</Form>
	);
}

interface WaiveAllProps extends Pick<ScoringDesk, "kinds"> {
	readonly words: ScoringDesk["words"]["kinds"];
}

/** All proposals of a kind get no penalty, by one press. */
export function WaiveAll({ kinds, words }: WaiveAllProps) {
	if (kinds.length === 0) return null;
	return (
		<section aria-labelledby="waive-all" className="card bg-surface">
			<h2 id="waive-all">{words.title}</h2>
			<p className="muted mb-4">{words.hint}</p>
			{kinds.map(({ kind, name, press, seen }) => (
				<Form key={kind} method="post" className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
					{seen.map((one) => (
						<input key={one} type="hidden" name="seen" value={one} />
					))}
					<span id={`kind-${kind}`}>{name}</span>
					<button
						type="submit"
						className="button"
						name="intent"
						value="waiveAll"
						aria-describedby={`kind-${kind}`}
					>
						{press}
					</button>
				</Form>
			))}
		</section>
	);
}
