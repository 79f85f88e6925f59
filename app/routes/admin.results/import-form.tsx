import type { TFunction } from "i18next";
import { useState } from "react";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { columnTexts, ResultsTable, useCompetitorColumns } from "~/components/results/results-table";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
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
	readonly language: Language;
}

/** Sends a file to be checked; nothing is written before the confirmation. */
export function ImportForm({ admin, reply, chosen, previewed, language }: ImportFormProps) {
	const { t, classNameOf } = useTexts();
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

interface ImportCheckProps {
	readonly preview: ImportPreview;
	readonly language: Language;
}

/** Shows the bad rows of a file, or the table that it makes and the one that it replaces. */
export function ImportCheck({ preview, language }: ImportCheckProps) {
	const { t, classNameOf } = useTexts();
	const { classType, day, errors, moreErrors } = preview;
	const title = `${classNameOf(classType)} – ${dayName(t, day.name)}, ${formatDay(day.date, language)}`;
	if (errors.length > 0) {
		return (
			<div className="notice notice-danger" role="alert">
				<p className="notice-title">{t("results.import.refused", { title })}</p>
				<p>{t("results.import.nothingWritten")}</p>
				<ul>
					{errors.map((error) => (
						<li key={error}>{error}</li>
					))}
				</ul>
				{moreErrors > 0 && <p>{t("results.import.moreErrors", { count: moreErrors })}</p>}
			</div>
		);
	}
	return (
		<>
			{preview.stale && (
				<p className="notice notice-warning" role="alert">
					{t("results.import.stale")}
				</p>
			)}
			<PreviewTable title={t("results.import.preview", { title })} preview={preview} language={language} />
			<ConfirmForm preview={preview} />
		</>
	);
}

function PreviewTable({ title, preview, language }: ImportCheckProps & { readonly title: string }) {
	const { t } = useTexts();
	const { rows, day } = preview;
	const { glider, handicap, aeroclub } = useCompetitorColumns(rows, language);
	const points = columnTexts(rows, (row) => row.points, language);
	return (
		<ResultsTable
			title={title}
			note={
				<>
					<p className="results-note">{replacedText(t, preview, language)}</p>
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

function replacedText(t: TFunction, { rows, stored }: ImportPreview, language: Language): string {
	const now = t("results.import.rows", { count: rows.length });
	if (!stored) return t("results.import.first", { now });
	return t("results.import.replaces", {
		now,
		before: t("results.import.rows", { count: stored.rows }),
		source: t(`results.source.${stored.source}`),
		status: t(`results.status.${stored.status}`).toLocaleLowerCase(language),
	});
}

/** Carries the text of the file, so that it needs neither scripts nor the file again. */
function ConfirmForm({ preview }: { readonly preview: ImportPreview }) {
	const { t } = useTexts();
	const [busy, setBusy] = useState(false);
	return (
		<form
			method="post"
			action="/admin/results#import"
			encType="multipart/form-data"
			onSubmit={() => setBusy(true)}
		>
			<input type="hidden" name="intent" value="import" />
			{Object.entries(preview.confirm).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<textarea name="text" defaultValue={preview.text} hidden />
			<div className="button-row mt-4">
				<SubmitButton busy={busy}>
					{t(preview.stored ? "results.import.confirm" : "results.import.confirmFirst")}
				</SubmitButton>
				<a className="button" href="/admin/results">
					{t("results.import.cancel")}
				</a>
			</div>
		</form>
	);
}
