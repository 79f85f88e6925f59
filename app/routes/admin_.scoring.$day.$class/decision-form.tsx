import { CheckboxField, ErrorSummary, type Field, SelectField, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { usePointsText } from "~/components/scoring/score-texts";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { gliderLabel, gliderName } from "~/lib/entries/gliders";
import type { FormReply } from "~/lib/forms/form-action.server";
import { formatClock } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { findingKey, findingText, isOpen } from "~/lib/scoring/finding-values";
import { penaltyRows } from "~/lib/scoring/penalty-rates";
import type { EvaluatedFlight } from "./evaluated-flight.server";
import type { DeskRow } from "./page.server";

const times = ["start", "finish", "time"] as const;
const numbers = ["distanceKm", "handicap"] as const;
const flags = ["out", "disqualified", "guest"] as const;
/** What was flown has the labels of the entry. */
const entryLabels: Readonly<Record<string, string>> = {
	glider: "registration.field.gliderType",
	registrationNumber: "registration.field.registrationNumber",
};
const names = [
	...times,
	...numbers,
	"glider",
	"registrationNumber",
	...flags,
	"penaltyPoints",
	"penaltyText",
	"reason",
] as const;

const plain = { autoComplete: "off" } as const;
const time = { placeholder: "12:34:56", ...plain } as const;
const decimal = { inputMode: "decimal", ...plain } as const;

interface DecisionFormProps {
	readonly row: DeskRow;
	readonly evaluated: EvaluatedFlight;
	/** Names of the points of the task. */
	readonly points: readonly string[];
	/** What naming a glider does. */
	readonly gliderHint: string;
	/** What a change of points brings with it; null when nothing. */
	readonly warning: string | null;
	/** Undefined if the last try was about something else. */
	readonly reply: FormReply | undefined;
	/** Path of the page without the form. */
	readonly back: string;
}

/**
 * The decision in force about one competitor, which saving replaces. An empty field leaves the flight as it was evaluated; a press takes
 * over what was.
 */
export function DecisionForm({
	row,
	evaluated,
	points,
	gliderHint,
	warning,
	reply,
	back,
}: DecisionFormProps) {
	const { t } = useTexts();
	const penalties = usePenalties(row, points);
	const { pilot, registrationId, decided } = row;
	const { form, fields, busy, summary, formProps } = useDecisionForm({ row, evaluated, reply, penalties });
	const label = (name: string) => t(entryLabels[name] ?? `scoringAdmin.field.${name}`);
	return (
		<div>
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
				{/* Enter in a field presses the first button of a form, which must not take a value over. */}
				<button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
				<input type="hidden" name="intent" value="decide" />
				<input type="hidden" name="registrationId" value={registrationId} />
				<input type="hidden" name="decidedAt" value={decided ? new Date(decided.at).getTime() : ""} />
				<OverrideFields
					fields={fields}
					row={row}
					evaluated={evaluated}
					hint={gliderHint}
					label={label}
					take={form.update}
				/>
				<PenaltyFields penalties={penalties} fields={fields} label={label} />
				<fieldset className="task-fields">
					<legend>{t(penalties.length > 0 ? "scoringAdmin.anotherPenalty" : "scoringAdmin.penalty")}</legend>
					<TextField field={fields.penaltyPoints} label={label("penaltyPoints")} {...decimal} />
					<TextField field={fields.penaltyText} label={label("penaltyText")} {...plain} />
				</fieldset>
				<TextField field={fields.reason} label={label("reason")} required {...plain} />
				{warning && <p className="notice notice-warning mb-5">{warning}</p>}
				<div className="button-row">
					<SubmitButton busy={busy}>{t("scoringAdmin.save")}</SubmitButton>
					<AppLink className="button" to={`${back}#${registrationId}`}>
						{t("scoringAdmin.close")}
					</AppLink>
				</div>
			</form>
		</div>
	);
}

type Fields = Readonly<Record<string, Field>>;

/** The penalties of a flight, and those that its open findings propose. @param points names of the points of the task */
function usePenalties(row: DeskRow, points: readonly string[]) {
	const { t, language } = useTexts();
	const proposals = row.findings.filter((one) => isOpen(one, row));
	return [
		...row.penalties.map((one) => ({ ...one, proposed: null })),
		...proposals.map((one) => ({
			points: null,
			text: findingText(t, one, points, language),
			finding: findingKey(one),
			proposed: one.proposedPoints || null,
		})),
	];
}

interface Decided extends Pick<DecisionFormProps, "row" | "evaluated" | "reply"> {
	readonly penalties: ReturnType<typeof usePenalties>;
}

function useDecisionForm({ row, evaluated, reply, penalties }: Decided) {
	const { language } = useTexts();
	return useAppForm({
		id: "decision-form",
		reply,
		schema: async () => (await import("~/lib/scoring/decision-form-schema")).decisionFormSchema,
		defaultValue: {
			...decisionValues(row, evaluated, (iso) => formatClock(new Date(iso), language)),
			...Object.fromEntries(
				penalties.flatMap(({ points, text, finding }, index) => [
					[`points${index}`, points],
					[`text${index}`, text],
					[`finding${index}`, finding],
				]),
			),
		},
	});
}

interface OverrideFieldsProps extends Pick<DecisionFormProps, "row" | "evaluated"> {
	readonly fields: ReturnType<typeof useDecisionForm>["fields"];
	readonly label: (name: string) => string;
	readonly hint: string;
	readonly take: (taken: { readonly name: string; readonly value: string }) => void;
}

/** What stands instead of what was evaluated. */
function OverrideFields({ fields, row, evaluated, hint, label, take }: OverrideFieldsProps) {
	const { t, language } = useTexts();
	const values = evaluatedValues(evaluated, language);
	const evaluatedOf = (name: keyof typeof values) => (
		<Evaluated name={name} values={values[name]} take={(value) => take({ name, value })} />
	);
	return (
		<fieldset className="task-fields">
			<legend>{t("scoringAdmin.override")}</legend>
			{times.map((name) => (
				<div key={name}>
					<TextField field={fields[name]} label={label(name)} {...time} />
					{evaluatedOf(name)}
				</div>
			))}
			{numbers.map((name) => (
				<div key={name}>
					<TextField field={fields[name]} label={label(name)} {...decimal} />
					{evaluatedOf(name)}
				</div>
			))}
			<DayGlider fields={fields} row={row} gliders={evaluated.gliders} hint={hint} />
			{flags.map((name) => (
				<CheckboxField key={name} field={fields[name]} label={label(name)} />
			))}
		</fieldset>
	);
}

interface PenaltyFieldsProps {
	/** In force, or proposed by a finding. */
	readonly penalties: readonly {
		readonly text: string;
		readonly finding?: string;
		readonly proposed: number | null;
	}[];
	readonly fields: Fields;
	readonly label: (name: string) => string;
}

function PenaltyFields({ penalties, fields, label }: PenaltyFieldsProps) {
	const { t } = useTexts();
	const pointsText = usePointsText();
	return penaltyRows.map((index) => {
		const penalty = penalties[index];
		const [points, reason] = [fields[`points${index}`], fields[`text${index}`]];
		if (!penalty || !points || !reason) return null;
		const { text, finding, proposed } = penalty;
		return (
			<fieldset key={`${text} ${finding}`} className="task-fields">
				<legend>{t("scoringAdmin.penalty")}</legend>
				<input type="hidden" name={`finding${index}`} value={finding ?? ""} />
				<TextField
					field={points}
					label={label("penaltyPoints")}
					hint={
						proposed === null
							? t("scoringAdmin.penalty.hint")
							: t("scoringAdmin.proposed", { points: pointsText(proposed) })
					}
					{...decimal}
				/>
				<TextField field={reason} label={label("penaltyText")} {...plain} />
			</fieldset>
		);
	});
}

interface DayGliderProps extends Pick<EvaluatedFlight, "gliders"> {
	readonly fields: Readonly<Record<"glider" | "registrationNumber", Field>>;
	readonly row: DeskRow;
	readonly hint: string;
}

/** Glider and registration number of this day; without them it is what the day keeps. */
function DayGlider({ fields, row, gliders, hint }: DayGliderProps) {
	const { t, language } = useTexts();
	return (
		<>
			<SelectField
				field={fields.glider}
				label={t("registration.field.gliderType")}
				hint={hint}
				none={`– (${gliderName(row.pilot.glider)})`}
				options={gliders.map(({ name, handicap }) => ({
					value: name,
					label: gliderLabel(name, handicap, language),
				}))}
			/>
			<TextField
				field={fields.registrationNumber}
				label={t("registration.field.registrationNumber")}
				{...plain}
			/>
		</>
	);
}

interface EvaluatedProps {
	readonly name: string;
	/** Values as the field takes them. The one that counts comes first. */
	readonly values: readonly string[];
	/** Called with a value when scripts run. Without them the server answers with the value in its field. */
	readonly take: (value: string) => void;
}

/** The evaluated values, below their field: each is a button that writes it there. A start has several. */
function Evaluated({ name, values, take }: EvaluatedProps) {
	const { t } = useTexts();
	const [counted, ...others] = values;
	if (counted === undefined) return <p className="muted -mt-4 mb-5">{t("scoringAdmin.evaluated.none")}</p>;
	const button = (value: string) => (
		<button
			key={value}
			type="submit"
			className="button"
			name="take"
			value={`${name}=${value}`}
			formNoValidate
			onClick={(event) => {
				event.preventDefault();
				take(value);
			}}
		>
			{value}
			<span className="sr-only"> {t("scoringAdmin.takeOver")}</span>
		</button>
	);
	return (
		<p className="-mt-4 mb-5 flex flex-wrap items-center gap-2">
			<span className="muted">{t("scoringAdmin.evaluated")}</span>
			{button(counted)}
			{others.length > 0 && <span className="muted">{t("score.otherStarts")}</span>}
			{others.map(button)}
		</p>
	);
}

/** As they are typed. */
function evaluatedValues({ flight, handicap }: EvaluatedFlight, language: Language) {
	const clock = (milliseconds: number) => formatClock(new Date(milliseconds), language);
	const decimal = (value: number) => String(value).replace(".", language === "cs" ? "," : ".");
	const { start = null, otherStarts = [], finish = null, timeS = null, distanceM = null } = flight ?? {};
	return {
		start: start ? [start.at, ...otherStarts].map(clock) : [],
		finish: finish === null ? [] : [clock(finish)],
		time: timeS === null ? [] : [hoursMinutesSeconds(timeS)],
		distanceKm: distanceM === null ? [] : [decimal(distanceM / 1000)],
		handicap: handicap === null ? [] : [decimal(handicap)],
	};
}

/** What the form shows of a decision: no factor that the named glider brings. @param clock local time of an instant */
function decisionValues(
	{ override, disqualified, guest, decided }: DeskRow,
	{ gliders }: EvaluatedFlight,
	clock: (iso: string) => string,
) {
	const { start, finish, distanceM = null, timeS = null, handicap, out, glider } = override ?? {};
	const named = gliders.find(({ name }) => name === glider?.name);
	return {
		start: start ? clock(start) : null,
		finish: finish ? clock(finish) : null,
		distanceKm: distanceM === null ? null : distanceM / 1000,
		time: timeS === null ? null : hoursMinutesSeconds(timeS),
		handicap: named && named.handicap === handicap ? null : handicap,
		glider: glider?.name,
		registrationNumber: glider?.registrationNumber,
		out: out === true,
		disqualified,
		guest,
		reason: decided?.overrideReason ?? decided?.reason,
	};
}
