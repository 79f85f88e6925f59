import { type DragEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useHydrated } from "~/components/use-hydrated";
import { useLanguage } from "~/components/use-language";
import { dayName } from "~/lib/days/day-name";
import type { FormReply } from "~/lib/forms/form-action.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { complaintText } from "~/lib/i18n/message";
import type { IgcPage } from "./igc-page.server";
import { UploadList } from "./upload-list";
import { useUploads } from "./use-uploads";

const schema = async () => (await import("~/lib/igc/igc-upload-schema")).igcUploadSchema;

interface UploadFormProps {
	readonly choices: IgcPage["form"];
	readonly reply: FormReply | undefined;
}

/** With scripts the form takes several files, dropped ones too, and shows the progress of each. */
export function UploadForm({ choices, reply }: UploadFormProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const hydrated = useHydrated();
	const { uploads, busy: sending, send } = useUploads();
	const { form, fields, busy, summary, formProps } = useAppForm({
		id: "igc-form",
		reply,
		schema,
		defaultValue: { pilot: choices.pilot, day: choices.day },
		send,
	});
	const labels = { pilot: t("igc.field.pilot"), day: t("igc.field.day"), igc: t("igc.field.igc") };
	return (
		<>
			<form method="post" encType="multipart/form-data" className="no-print" {...formProps}>
				{form.errors?.length ? (
					<div className="notice notice-danger" role="alert">
						<p className="notice-title">{t("igc.submit.error")}</p>
						<p>{form.errors.map((key) => complaintText(t, key)).join(" ")}</p>
					</div>
				) : (
					<ErrorSummary {...summary} labels={labels} />
				)}
				<SelectField
					field={fields.pilot}
					label={labels.pilot}
					options={choices.pilots.map(({ id, startNumber, name, surname }) => ({
						value: id,
						label: `${startNumber} – ${surname} ${name}`,
					}))}
					required
				/>
				<SelectField
					field={fields.day}
					label={labels.day}
					options={choices.days.map(({ id, name, date }) => ({
						value: id,
						label: `${dayName(t, name)}, ${formatDay(date, language)}`,
					}))}
					required
				/>
				<DropZone inputId={fields.igc.id} onApproach={formProps.onFocus}>
					<TextField
						field={fields.igc}
						type="file"
						accept=".igc,.IGC"
						multiple={hydrated}
						label={labels.igc}
						hint={t(hydrated ? "igc.field.igc.hint.several" : "igc.field.igc.hint")}
						defaultValue={undefined}
						required
					/>
				</DropZone>
				<SubmitButton busy={busy || sending}>{t("igc.form.submit")}</SubmitButton>
			</form>
			<UploadList uploads={uploads} />
		</>
	);
}

interface DropZoneProps {
	readonly inputId: string;
	/** Called when files are dragged over, as this moves no focus. */
	readonly onApproach: () => void;
	readonly children: ReactNode;
}

/** Puts dropped files into the file input inside it. */
function DropZone({ inputId, onApproach, children }: DropZoneProps) {
	const { t } = useTranslation();
	const [over, setOver] = useState(false);
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		onApproach();
		const input = document.getElementById(inputId);
		if (!(input instanceof HTMLInputElement) || event.dataTransfer.files.length === 0) return;
		input.files = event.dataTransfer.files;
		input.dispatchEvent(new Event("change", { bubbles: true }));
	};
	return (
		<fieldset
			className="drop-zone"
			aria-label={t("igc.form.drop")}
			data-over={over || undefined}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
				onApproach();
			}}
			onDragLeave={() => setOver(false)}
			onDrop={drop}
		>
			{children}
		</fieldset>
	);
}
