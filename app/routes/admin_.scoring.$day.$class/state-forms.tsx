import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { limits } from "~/lib/forms/limits";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { protestOutcomes } from "~db/enums";
import type { ScoringDesk } from "./scoring-desk.server";

/** How final the results are, and the button to the next state. Reopening, and official results in doubt, need a reason. */
export function StateForms({ desk }: { readonly desk: ScoringDesk }) {
	const { t, language } = useTexts();
	const { state, isOurs, isLocked, words } = desk;
	if (!isOurs) return <Covered status={words.status} />;
	const time = (moment: Date | string) => formatDayAndTime(new Date(moment), language);
	const { name, protestsUntil, isProtestTime, isReasonRequired } = state;
	const next = name === "preliminary" ? "unofficial" : "official";
	return (
		<section aria-labelledby="results-state" className="card bg-surface">
			<h2 id="results-state">{t("scoringAdmin.state.title")}</h2>
			{!isLocked && (
				<div id="hindrances">
					<Rules of={words.hindrances} />
				</div>
			)}
			{protestsUntil && name === "unofficial" && !isProtestTime && (
				<p>{t("results.protestsOver", { until: time(protestsUntil) })}</p>
			)}
			{isLocked ? (
				<p>{t("server.days-locked")}</p>
			) : (
				<Form key={name} method="post" className="mt-4">
					<div className="field">
						<label htmlFor="state-reason">
							{t(isReasonRequired ? "scoringAdmin.field.reason" : "scoringAdmin.state.reason")}
						</label>
						<div className="field-hint" id="state-reason-hint">
							<details>
								<summary>{words.rulesTitle}</summary>
								<Rules of={words.rules} />
							</details>
						</div>
						<input
							id="state-reason"
							name="reason"
							required={isReasonRequired}
							maxLength={limits.reason}
							aria-describedby="hindrances state-reason-hint"
							autoComplete="off"
						/>
					</div>
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
						{name !== "preliminary" && (
							<button type="submit" className="button" name="intent" value="reopen">
								{t("scoringAdmin.state.reopen")}
							</button>
						)}
					</div>
				</Form>
			)}
		</section>
	);
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
				<AppLink to="/admin/results#sheets">{t("results.sheets.title")}</AppLink>
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
			)}
		</article>
	);
}
