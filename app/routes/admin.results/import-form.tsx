import { useTranslation } from "react-i18next";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import type { FormReply } from "~/lib/forms/form-action.server";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { resultStatuses } from "~db/enums";

import type { ResultsAdmin } from "./results-admin.server";

const schema = async () => (await import("~/lib/results/import-schema")).checkSchema;

interface ImportFormProps {
	readonly admin: ResultsAdmin;
	readonly reply: FormReply | undefined;
	/** The choices of the preview. */
	readonly chosen: Readonly<Record<string, string>> | undefined;
	/** A table to confirm is shown, and its button is the primary one. */
	readonly previewed: boolean;
	readonly language: Language;
}

/** Sends a file to be checked; nothing is written before the confirmation. */
export function ImportForm({ admin, reply, chosen, previewed, language }: ImportFormProps) {
	const { t } = useTranslation();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "import-form",
		reply,
		schema,
		defaultValue: chosen,
	});
	const labels = {
		competitionClass: t("results.choose.class"),
		day: t("results.choose.day"),
		status: t("results.import.status"),
		file: t("results.import.file"),
	};
	return (
		<form
			method="post"
			action="/admin/results#import"
			encType="multipart/form-data"
			className="card card-surface"
			{...formProps}
		>
			<input type="hidden" name="intent" value="check" />
			<ErrorSummary {...summary} labels={labels} />
			<div className="field-row">
				<SelectField
					field={fields.competitionClass}
					label={labels.competitionClass}
					options={admin.classes.map(({ id, type }) => ({ value: id, label: t(`competitionClass.${type}`) }))}
				/>
				<SelectField
					field={fields.day}
					label={labels.day}
					options={admin.days.map(({ id, name, date }) => ({
						value: id,
						label: `${dayName(t, name)}, ${formatDay(date, language)}`,
					}))}
				/>
				<SelectField
					field={fields.status}
					label={labels.status}
					options={resultStatuses.map((status) => ({ value: status, label: t(`results.status.${status}`) }))}
				/>
			</div>
			<TextField
				field={fields.file}
				type="file"
				accept=".csv,.txt,text/csv,text/plain"
				label={labels.file}
				hint={t("results.import.file.hint")}
				defaultValue={undefined}
			/>
			<SubmitButton busy={busy} primary={!previewed}>
				{t("results.import.check")}
			</SubmitButton>
		</form>
	);
}
