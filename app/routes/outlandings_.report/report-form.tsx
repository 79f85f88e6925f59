import { useEffect, useState } from "react";
import reportPlaceUrl from "~/browser/report-place.ts?worker&url";
import {
	CheckboxField,
	ChoiceField,
	ErrorSummary,
	SelectField,
	TextArea,
	TextField,
} from "~/components/app-form";
import { Fold } from "~/components/fold";
import { Waiting } from "~/components/queue/waiting";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { longestPosition } from "~/lib/maps/read-position";
import { pilotConditions } from "~db/enums";
import type { ReportPage } from "./page.server";

const schema = async () => (await import("~/lib/desk/outlanding-schema")).outlandingSchema;

const formId = "outlanding";
const path = "/outlandings/report";

interface ReportFormProps {
	readonly choices: ReportPage;
	readonly reply: FormReply | undefined;
}

/** The form of a report. Users who are signed in or on duty can send it without a connection: it waits in the browser. */
export function ReportForm({ choices, reply }: ReportFormProps) {
	const { t } = useTexts();
	const root = useRootData();
	const isVisitor = !root?.user && !root?.isOnDuty;
	const label = t("outlanding.report.submit");
	const [formKey, setFormKey] = useState(choices.formKey);
	const waits = {
		label,
		errorText: t("outlanding.report.error"),
		target: `${path}#${formKey}`,
		// A report that waits stays as it is when the next one is entered.
		onTaken: () => setFormKey(crypto.randomUUID()),
	};
	const { fields, busy, summary, formProps } = useAppForm({
		id: formId,
		reply,
		schema,
		defaultValue: { pilot: choices.pilot, phone: choices.phone },
		waits,
	});
	useEffect(() => {
		void import("~/browser/locate").then(({ offerPosition }) => offerPosition(document));
	}, []);
	const labels = useLabels();
	const conditions = pilotConditions.map((value) => ({ value, label: t(`outlanding.condition.${value}`) }));
	return (
		<form method="post" action={`${path}?day=${choices.day.date}`} {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<input type="hidden" name="formKey" value={formKey} />
			<input type="hidden" name="day" value={choices.day.id} />
			<SelectField field={fields.pilot} label={labels.pilot} options={choices.pilots} required />
			<ChoiceField field={fields.condition} label={labels.condition} options={conditions} />
			<PlaceFields fields={fields} labels={labels} choices={choices} />
			<TextField
				field={fields.phone}
				label={labels.phone}
				hint={t("outlanding.field.phone.hint")}
				type="tel"
				autoComplete="tel"
				maxLength={limits.phone}
			/>
			<CheckboxField field={fields.crewOnWay} label={labels.crewOnWay} />
			<TextArea field={fields.note} label={labels.note} rows={3} maxLength={limits.reason} />
			<SubmitButton busy={busy}>{label}</SubmitButton>
			<Waiting target={path} />
			{isVisitor && <script src={reportPlaceUrl} defer />}
		</form>
	);
}

/** Shown where scripts run and the device knows where it is. */
function useLabels() {
	const { t } = useTexts();
	return {
		pilot: t("outlanding.field.pilot"),
		condition: t("outlanding.field.condition"),
		position: t("outlanding.field.position"),
		point: t("outlanding.field.point"),
		bearing: t("outlanding.field.bearing"),
		distance: t("outlanding.field.distance"),
		sameAs: t("outlanding.field.sameAs"),
		place: t("outlanding.field.place"),
		phone: t("outlanding.field.phone"),
		crewOnWay: t("outlanding.field.crewOnWay"),
		note: t("outlanding.field.note"),
	};
}

function LocateButton() {
	const { t } = useTexts();
	return (
		<div className="button-row my-3 no-print">
			<button
				type="button"
				className="button"
				hidden
				suppressHydrationWarning
				data-locate={`${formId}-position`}
				data-searching={t("outlanding.locate.searching")}
				data-found={t("outlanding.locate.found", { accuracy: "{accuracy}" })}
				data-failed={t("outlanding.locate.failed")}
			>
				{t("outlanding.locate")}
			</button>
			<span role="status" className="muted" />
		</div>
	);
}

type Form = ReturnType<typeof useAppForm<Awaited<ReturnType<typeof schema>>>>;

/** Where somebody is: by a position, by a known place, or in words. */
function PlaceFields({ fields, labels, choices }: KnownPlaceProps) {
	const { t } = useTexts();
	return (
		<fieldset>
			<legend>{t("outlanding.where")}</legend>
			<p className="field-hint">{t("outlanding.where.hint")}</p>
			<LocateButton />
			<TextField
				field={fields.position}
				label={labels.position}
				hint={t("outlanding.field.position.hint")}
				autoComplete="off"
				maxLength={longestPosition}
			/>
			<TextField
				field={fields.place}
				label={labels.place}
				hint={t("outlanding.field.place.hint")}
				maxLength={limits.reason}
			/>
			<KnownPlace fields={fields} labels={labels} choices={choices} />
		</fieldset>
	);
}

interface KnownPlaceProps {
	readonly fields: Form["fields"];
	readonly labels: ReturnType<typeof useLabels>;
	readonly choices: ReportPage;
}

/** An airfield or a turn point with bearing and distance, or the field of somebody else. It is folded: a telephone knows its position. */
function KnownPlace({ fields, labels, choices }: KnownPlaceProps) {
	const { t } = useTexts();
	const { points, fields: inField } = choices;
	if (points.length + inField.length === 0) return null;
	const isUsed = [fields.point, fields.bearing, fields.distance, fields.sameAs].some(
		({ errors, initialValue }) => errors || initialValue,
	);
	return (
		<Fold className="mb-6" summary={t("outlanding.where.known")} open={isUsed}>
			{points.length > 0 && (
				<>
					<TextField
						field={fields.point}
						label={labels.point}
						hint={t("outlanding.field.point.hint")}
						list={`${formId}-points`}
						autoComplete="off"
						maxLength={limits.name}
					/>
					<datalist id={`${formId}-points`}>
						{points.map((name) => (
							<option key={name} value={name} />
						))}
					</datalist>
					<div className="grid max-w-[34rem] grid-cols-2 items-end gap-4">
						<TextField field={fields.bearing} label={labels.bearing} inputMode="numeric" maxLength={3} />
						<TextField field={fields.distance} label={labels.distance} inputMode="decimal" maxLength={6} />
					</div>
				</>
			)}
			{inField.length > 0 && <SelectField field={fields.sameAs} label={labels.sameAs} options={inField} />}
		</Fold>
	);
}
