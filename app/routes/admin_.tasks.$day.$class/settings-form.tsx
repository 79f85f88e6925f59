import type { ComponentProps } from "react";
import { CheckboxField, ErrorSummary, SelectField, TextArea, TextField } from "~/components/app-form";
import { HiddenValues } from "~/components/hidden-values";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { earthModels } from "~db/enums";
import type { ShownTask } from "./page.server";

const timeRules = ["startOpens", "finishCloses"] as const;
const numberRules = [
	"startAltitudeM",
	"startSpeedKmh",
	"finishAltitudeM",
	"logDeadlineMin",
	"pevWaitMin",
	"pevWindowMin",
	"pevPresses",
] as const;
/** Fields with a hint that says what an empty value means. */
const hinted: ReadonlySet<string> = new Set(["pevWaitMin", "pevWindowMin"]);
const distances = ["d1Km", "dmKm"] as const;
const briefingTimes = ["gridTime", "firstLaunch"] as const;

const number = { inputMode: "decimal", autoComplete: "off" } as const;

interface SettingsFormProps {
	readonly task: ShownTask;
	/** Undefined if the last try was about something else. */
	readonly reply: FormReply | undefined;
}

/** Rules, scoring and briefing of a version; the rules of a published one stay as they were announced. */
export function SettingsForm({ task: { view, values, labels }, reply }: SettingsFormProps) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({
		id: `settings-${view.id}`,
		reply,
		schema: async () => (await import("~/lib/tasks/task-form-schema")).taskFormSchema,
		defaultValue: values,
	});
	const label = (name: string) => labels[name] ?? name;
	const timeHint = label("time.hint");
	return (
		<form method="post" {...formProps}>
			<ErrorSummary
				{...summary}
				labels={Object.fromEntries(Object.keys(fields).map((name) => [name, label(name)]))}
				title={t("taskAdmin.settings.error")}
			/>
			<HiddenValues values={{ id: view.id, revision: view.revision, intent: "settings" }} />
			{view.state === "draft" ? (
				<Rules fields={fields} label={label} />
			) : (
				<p className="muted mb-4">{t("taskAdmin.settings.published")}</p>
			)}
			<fieldset className="task-fields">
				<legend>{t("taskAdmin.scoring")}</legend>
				{distances.map((name) => (
					<TextField key={name} field={fields[name]} label={label(name)} required {...number} />
				))}
				<SelectField
					field={fields.earth}
					label={label("earth")}
					options={earthModels.map((value) => ({ value, label: label(`earth.${value}`) }))}
					required
				/>
				<CheckboxField field={fields.handicaps} label={label("handicaps")} />
				<CheckboxField field={fields.subtractFinishRadius} label={label("subtractFinishRadius")} />
			</fieldset>
			<fieldset className="task-fields">
				<legend>{t("taskAdmin.briefing")}</legend>
				{briefingTimes.map((name) => (
					<TextField key={name} field={fields[name]} label={label(name)} hint={timeHint} autoComplete="off" />
				))}
				<TextField field={fields.qnhHpa} label={label("qnhHpa")} {...number} />
				<TextField field={fields.frequencies} label={label("frequencies")} autoComplete="off" />
				<TextArea
					field={fields.inactiveAirspace}
					label={label("inactiveAirspace")}
					hint={label("inactiveAirspace.hint")}
					rows={3}
				/>
				<TextArea field={fields.note} label={label("note")} rows={3} />
			</fieldset>
			<SubmitButton busy={busy} primary={false}>
				{t("taskAdmin.settings.save")}
			</SubmitButton>
		</form>
	);
}

type Rule = (typeof timeRules)[number] | (typeof numberRules)[number];

interface RulesProps {
	readonly fields: Readonly<Record<Rule, ComponentProps<typeof TextField>["field"]>>;
	readonly label: (name: string) => string;
}

function Rules({ fields, label }: RulesProps) {
	const { t } = useTexts();
	return (
		<fieldset className="task-fields">
			<legend>{t("taskAdmin.rules")}</legend>
			{timeRules.map((name) => (
				<TextField
					key={name}
					field={fields[name]}
					label={label(name)}
					hint={label("time.hint")}
					autoComplete="off"
				/>
			))}
			{numberRules.map((name) => (
				<TextField
					key={name}
					field={fields[name]}
					label={label(name)}
					{...(hinted.has(name) ? { hint: label(`${name}.hint`) } : {})}
					{...number}
				/>
			))}
		</fieldset>
	);
}
