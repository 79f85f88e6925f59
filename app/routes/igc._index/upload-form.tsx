import { useEffect } from "react";
import { loadChunk } from "~/browser/load-chunk";
import uploadsUrl from "~/browser/uploads.ts?worker&url";
import { ErrorSummary, type Field, SelectField, TextField } from "~/components/app-form";
import { Refusal } from "~/components/refusal";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { complaintText } from "~/lib/i18n/message";
import type { IgcPage } from "./page.server";

const schema = async () => (await import("~/lib/flights/igc-schemas")).igcUploadSchema;

const formId = "igc-form";

interface UploadFormProps {
	readonly choices: IgcPage["form"];
	readonly reply: FormReply | undefined;
}

/** The form takes several files when scripts run, also dropped ones, and shows the progress of each. The files are outside of React. */
export function UploadForm({ choices, reply }: UploadFormProps) {
	const { t } = useTexts();
	const { form, fields, summary } = useAppForm({
		id: formId,
		reply,
		schema,
		defaultValue: {},
	});
	const labels = { pilot: t("igc.field.pilot"), day: t("igc.field.day"), igc: t("igc.field.igc") };
	return (
		<>
			<form
				id={formId}
				method="post"
				action="/igc"
				encType="multipart/form-data"
				className="no-print"
				noValidate
				data-texts={choices.texts}
				data-known={choices.known}
			>
				{choices.ticket !== null && <input type="hidden" name="ticket" value={choices.ticket} />}
				{form.errors?.length ? (
					<Refused complaints={form.errors} />
				) : (
					<ErrorSummary {...summary} labels={labels} />
				)}
				<fieldset
					className="drop-zone mb-6 max-w-136 rounded-card border-2 border-dashed border-edge bg-surface p-6 *:mb-0 data-over:border-brand data-over:bg-info-ground"
					aria-label={t("igc.form.drop")}
				>
					<TextField
						field={fields.igc}
						type="file"
						accept=".igc,.IGC"
						label={labels.igc}
						hint={t("igc.field.igc.hint")}
						defaultValue={undefined}
						required
					/>
				</fieldset>
				<FromLogFields fields={fields} labels={labels} choices={choices} />
				<SubmitButton>{t("igc.form.submit")}</SubmitButton>
			</form>
			<div id="uploads" className="stack" role="status" />
			<UploadScript />
		</>
	);
}

interface FromLogFieldsProps extends Pick<UploadFormProps, "choices"> {
	readonly fields: Readonly<Record<"pilot" | "day", Field>>;
	readonly labels: Readonly<Record<"pilot" | "day", string>>;
}

/** Whose log it is, and of which day, where the log itself does not say it. */
function FromLogFields({ fields, labels, choices }: FromLogFieldsProps) {
	const { t, language } = useTexts();
	return (
		<>
			<SelectField
				field={fields.pilot}
				label={labels.pilot}
				none={choices.fromLog}
				options={choices.pilots}
			/>
			<SelectField
				field={fields.day}
				label={labels.day}
				none={choices.fromLog}
				options={choices.days.map(({ id, name, date }) => ({
					value: id,
					label: dayAndDate(t, { name, date }, language),
				}))}
			/>
		</>
	);
}

/** The complaints about the upload as a whole. */
function Refused({ complaints }: { readonly complaints: readonly string[] }) {
	const { t } = useTexts();
	return (
		<Refusal title={t("igc.submit.error")}>
			<p>{complaints.map((key) => complaintText(t, key)).join(" ")}</p>
		</Refusal>
	);
}

/** Visitors get the script as a file of its own; in a page of React a script element would not run. */
function UploadScript() {
	const signedIn = useRootData()?.user;
	useEffect(() => {
		const form = document.getElementById(formId);
		if (!(form instanceof HTMLFormElement)) return;
		// If loading fails, the form works as it does without scripts.
		loadChunk(import("~/browser/uploads/upload-form"))
			.then(({ improveUploads }) => improveUploads(form))
			.catch(() => undefined);
	}, []);
	return signedIn ? null : <script src={uploadsUrl} defer />;
}
