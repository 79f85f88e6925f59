import { useTranslation } from "react-i18next";
import { CheckboxField, ErrorSummary, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useLanguage } from "~/components/use-language";
import type { FormReply } from "~/lib/forms/form-action.server";
import { formatClock } from "~/lib/i18n/format-dates";
import { hoursMinutesSeconds } from "~/lib/tasks/clock-times";
import type { ScoreDecision } from "~db/schema";
import type { DeskRow } from "./scoring-desk.server";

const times = ["start", "finish", "time"] as const;
const numbers = ["distanceKm", "handicap"] as const;
const flags = ["out", "disqualified", "guest"] as const;
const names = [...times, ...numbers, ...flags, "penaltyPoints", "penaltyText", "reason"] as const;

const plain = { autoComplete: "off" } as const;
const time = { placeholder: "12:34:56", ...plain } as const;
const decimal = { inputMode: "decimal", ...plain } as const;

interface DecisionFormProps {
	readonly row: DeskRow;
	/** Undefined if the last try was about something else. */
	readonly reply: FormReply | undefined;
	/** Path of the page without the form. */
	readonly back: string;
}

/** Overrides and a penalty for one competitor. An empty field leaves the flight as it was evaluated. */
export function DecisionForm({ row, reply, back }: DecisionFormProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { pilot, registrationId, decided } = row;
	const { fields, busy, summary, formProps } = useAppForm({
		id: "decision-form",
		reply,
		schema: async () => (await import("~/lib/scoring/decision-form-schema")).decisionFormSchema,
		defaultValue: decisionValues(row, (iso) => formatClock(new Date(iso), language)),
	});
	const label = (name: string) => t(`scoringAdmin.field.${name}`);
	return (
		<section aria-labelledby="decision" className="card card-surface">
			<h2 id="decision">
				{t("scoringAdmin.decision", { number: pilot.startNumber, name: `${pilot.name} ${pilot.surname}` })}
			</h2>
			<p className="muted">{t("scoringAdmin.decision.hint")}</p>
			<form method="post" {...formProps}>
				<ErrorSummary
					{...summary}
					labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
					title={t("scoringAdmin.decision.error")}
				/>
				<input type="hidden" name="intent" value="decide" />
				<input type="hidden" name="registrationId" value={registrationId} />
				<input type="hidden" name="decidedAt" value={decided ? new Date(decided.at).getTime() : ""} />
				<fieldset className="task-fields">
					<legend>{t("scoringAdmin.override")}</legend>
					{times.map((name) => (
						<TextField key={name} field={fields[name]} label={label(name)} {...time} />
					))}
					{numbers.map((name) => (
						<TextField key={name} field={fields[name]} label={label(name)} {...decimal} />
					))}
					{flags.map((name) => (
						<CheckboxField key={name} field={fields[name]} label={label(name)} />
					))}
				</fieldset>
				<fieldset className="task-fields">
					<legend>{t("scoringAdmin.penalty")}</legend>
					<TextField field={fields.penaltyPoints} label={label("penaltyPoints")} {...decimal} />
					<TextField field={fields.penaltyText} label={label("penaltyText")} {...plain} />
				</fieldset>
				<TextField field={fields.reason} label={label("reason")} required {...plain} />
				<div className="button-row">
					<SubmitButton busy={busy}>{t("scoringAdmin.save")}</SubmitButton>
					<AppLink className="button" to={`${back}#${registrationId}`}>
						{t("scoringAdmin.close")}
					</AppLink>
				</div>
			</form>
		</section>
	);
}

/** What the form shows of a decision. @param clock local time of an instant */
function decisionValues(
	{ override, disqualified, guest }: Pick<ScoreDecision, "override" | "disqualified" | "guest">,
	clock: (iso: string) => string,
) {
	const { start, finish, distanceM = null, timeS = null, handicap, out } = override ?? {};
	return {
		start: start ? clock(start) : null,
		finish: finish ? clock(finish) : null,
		distanceKm: distanceM === null ? null : distanceM / 1000,
		time: timeS === null ? null : hoursMinutesSeconds(timeS),
		handicap,
		out: out === true,
		disqualified,
		guest,
	};
}
