import { useState } from "react";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { HiddenValues } from "~/components/hidden-values";
import { Refusal } from "~/components/refusal";
import { columnTexts, ResultsTable, useCompetitorColumns } from "~/components/results/results-table";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";
import { resultStatuses } from "~db/enums";
import type { ImportPreview } from "./import-preview.server";
import type { ResultsAdmin } from "./results-admin.server";

const schema = async () => (await import("~/lib/results/import-schema")).checkSchema;

interface ImportFormProps {
	readonly admin: ResultsAdmin;
	readonly reply: FormReply | undefined;
	/** The choices of the preview. */
	readonly chosen: Readonly<Record<string, string>> | undefined;
	/** A table to confirm is shown, and its button is the primary one. */
	readonly previewed: boolean;
}

/** Sends a file to be checked; nothing is written before the confirmation. */
export function ImportForm({ admin, reply, chosen, previewed }: ImportFormProps) {
	const { t, language, classNameOf } = useTexts();
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
			action={`${scoringDaysPath}#import`}
			encType="multipart/form-data"
			className="card bg-surface"
			{...formProps}
		>
			<input type="hidden" name="intent" value="check" />
			<ErrorSummary {...summary} labels={labels} />
			<div className="grid-fit-56 items-end gap-x-6">
				<SelectField
					field={fields.competitionClass}
					label={labels.competitionClass}
					options={admin.classes.map(({ id, type }) => ({ value: id, label: classNameOf(type) }))}
				/>
				<SelectField
					field={fields.day}
					label={labels.day}
					options={admin.days.map(({ id, name, date }) => ({
						value: id,
						label: dayAndDate(t, { name, date }, language),
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
				hint={admin.aboutFile}
				defaultValue={undefined}
			/>
			<SubmitButton busy={busy} primary={!previewed}>
				{t("results.import.check")}
			</SubmitButton>
		</form>
	);
}

interface ImportCheckProps {
	readonly preview: ImportPreview;
}

/** Shows the bad rows of a file, or the table that it makes and the one that it replaces. */
export function ImportCheck({ preview }: ImportCheckProps) {
	const { t, language, classNameOf } = useTexts();
	const { classType, day, errors, moreErrors } = preview;
	const title = `${classNameOf(classType)} – ${dayAndDate(t, day, language)}`;
	if (errors.length > 0) {
		return (
			<Refusal
				title={t("results.import.refused", { title })}
				lines={moreErrors > 0 ? [...errors, t("results.import.moreErrors", { count: moreErrors })] : errors}
			>
				<p>{t("results.import.nothingWritten")}</p>
			</Refusal>
		);
	}
	return (
		<>
			{preview.stale && (
				<p className="notice notice-warning" role="alert">
					{t("results.import.stale")}
				</p>
			)}
			<PreviewTable title={t("results.import.preview", { title })} preview={preview} />
			<ConfirmForm preview={preview} />
		</>
	);
}

function PreviewTable({ title, preview }: ImportCheckProps & { readonly title: string }) {
	const { t, language } = useTexts();
	const { rows, day } = preview;
	const { glider, handicap, aeroclub } = useCompetitorColumns(rows);
	const points = columnTexts(rows, (row) => row.points, language);
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<ul>
						{preview.said.map((text) => (
							<li key={text}>{text}</li>
						))}
					</ul>
					{day.task !== "TASK" && <p className="field-error mb-4">{t("results.sheet.hidden")}</p>}
				</>
			}
			rows={rows}
			classType={preview.classType}
			points={(row) => <strong>{points(row)}</strong>}
			columns={[
				glider,
				handicap,
				aeroclub,
				{ head: t("results.column.flightId"), kind: "number", cell: ({ flightId }) => flightId },
			]}
		/>
	);
}

/** Carries the text of the file, so that it needs neither scripts nor the file again. */
function ConfirmForm({ preview }: { readonly preview: ImportPreview }) {
	const { t } = useTexts();
	const [busy, setBusy] = useState(false);
	return (
		<form
			method="post"
			action={`${scoringDaysPath}#import`}
			encType="multipart/form-data"
			onSubmit={() => setBusy(true)}
		>
			<HiddenValues values={{ intent: "import", ...preview.confirm }} />
			<textarea name="text" defaultValue={preview.text} hidden />
			{preview.reason && (
				<div className="field mt-4">
					<label htmlFor="import-reason">{t("scoringAdmin.field.reason")}</label>
					{preview.reason.complaint && (
						<p className="field-error" id="import-reason-error" role="alert">
							{preview.reason.complaint}
						</p>
					)}
					<input
						id="import-reason"
						name="reason"
						required
						maxLength={limits.reason}
						aria-describedby={preview.reason.complaint ? "import-reason-error" : undefined}
						autoComplete="off"
					/>
				</div>
			)}
			<div className="button-row mt-4">
				<SubmitButton busy={busy}>
					{t(preview.isFirst ? "results.import.confirmFirst" : "results.import.confirm")}
				</SubmitButton>
				<a className="button" href={scoringDaysPath}>
					{t("results.import.cancel")}
				</a>
			</div>
		</form>
	);
}
