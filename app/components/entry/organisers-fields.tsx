import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { CheckboxField, TextField } from "~/components/app-form";

type Fields = Readonly<
	Record<"registrationCompleted" | "igcId", FieldMetadata<string, Record<string, string>>>
>;

/** What organisers add to an entry. */
export function OrganisersFields({ fields }: { readonly fields: Fields }) {
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
