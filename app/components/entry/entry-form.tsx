import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { CheckboxField, ErrorSummary, TextField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import type { FormReply } from "~/lib/forms/form-action.server";
import { type EntryFieldName, entryFieldNames } from "~/lib/registrations/entry-values";
import type { FormLists } from "~/lib/registrations/form-lists.server";
import { EntryConflict } from "./entry-conflict";
import { EntryFields } from "./entry-fields";

interface EntryFormProps {
	readonly reply: FormReply | undefined;
	/** Of the competitor; shown only. */
	readonly account: { readonly name: string; readonly surname: string; readonly email: string };
	/** Null while there is no entry. */
	readonly saved: {
		readonly values: Readonly<Record<EntryFieldName, string>>;
		readonly version: number;
	} | null;
	readonly lists: FormLists;
	/** Random, so that sending the form twice makes one entry. */
	readonly formKey: string;
	readonly open: boolean;
	/** Whether it is an organiser's form. */
	readonly organisers?: boolean;
}

export function EntryForm({
	reply,
	account,
	saved,
	lists,
	formKey,
	open,
	organisers = false,
}: EntryFormProps) {
	const { t } = useTranslation();
	const schema = () =>
		import("~/lib/registrations/registration-schema").then(({ adminEntrySchema, entrySchema }) =>
			organisers ? adminEntrySchema : (entrySchema as typeof adminEntrySchema),
		);
	const { form, fields, busy, summary, formProps } = useAppForm({
		id: "entry",
		reply,
		...(saved ? { defaultValue: saved.values } : {}),
		schema,
		validateOn: "onBlur",
	});
	const labels = Object.fromEntries(entryFieldNames.map((name) => [name, t(`registration.field.${name}`)]));
	const names = entryFieldNames.filter(
		(name) => organisers || (name !== "registrationCompleted" && name !== "igcId"),
	);
	return (
		<form method="post" {...formProps}>
			<ErrorSummary
				{...summary}
				labels={labels}
				title={t(saved ? "registration.update.error" : "registration.submit.error")}
			/>
			{saved && reply?.reason === "stale" && (
				<EntryConflict
					typed={reply.submission.initialValue ?? {}}
					saved={saved.values}
					names={names}
					lists={lists}
				/>
			)}
			{saved ? (
				<input type="hidden" name="version" value={saved.version} />
			) : (
				<input type="hidden" name="formKey" value={formKey} />
			)}
			<fieldset disabled={!open}>
				{/* Return in a field presses the first button of a form, which must not be that of the class. */}
				<button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
				<EntryFields
					form={form}
					fields={fields}
					account={account}
					lists={lists}
					organisers={organisers}
					classChanged={reply !== undefined && reply.submission.status === undefined}
				/>
				{organisers && <OrganisersFields fields={fields} />}
				{open && (
					<>
						<input type="hidden" name="intent" value={saved ? "update" : "enter"} />
						<SubmitButton busy={busy}>
							{t(saved ? "registration.update.submit" : "registration.submit.submit")}
						</SubmitButton>
					</>
				)}
			</fieldset>
		</form>
	);
}

type OrganisersFieldSet = Readonly<
	Record<"registrationCompleted" | "igcId", FieldMetadata<string, Record<string, string>>>
>;

function OrganisersFields({ fields }: { readonly fields: OrganisersFieldSet }) {
	const { t } = useTranslation();
	return (
		<fieldset className="form-section">
			<legend>{t("registration.section.organisers")}</legend>
			<CheckboxField
				field={fields.registrationCompleted}
				label={t("registration.field.registrationCompleted")}
			/>
			<TextField
				field={fields.igcId}
				label={t("registration.field.igcId")}
				hint={t("registration.hint.igcId")}
				inputMode="numeric"
				autoComplete="off"
			/>
		</fieldset>
	);
}
