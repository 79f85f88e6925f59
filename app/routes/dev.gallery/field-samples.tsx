import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { CheckboxField, SelectField, TextArea, TextField } from "~/components/app-form";
import { SearchField } from "~/components/search-field";

export function FieldSamples() {
	const { t } = useTranslation();
	const label = t("pieces.sample.label");
	const [, fields] = useForm<Record<"text" | "email" | "off" | "choice" | "long" | "check", string>>({
		id: "pieces",
		lastResult: { status: "error", error: { email: ["form.field.email"], choice: ["form.field.choice"] } },
		defaultValue: { text: "Jakub", email: "jakub@", off: "LS 4" },
	});
	return (
		<div className="field-row">
			<TextField field={fields.text} label={label} hint={t("pieces.sample.hint")} />
			<TextField field={fields.email} label={t("account.email")} hint={t("pieces.sample.hint")} />
			<TextField field={fields.off} label={label} disabled />
			<SelectField field={fields.choice} label={label} options={[{ value: "ls4", label: "LS 4" }]} />
			<TextArea field={fields.long} label={label} />
			<CheckboxField field={fields.check} label={label} hint={t("pieces.sample.hint")} />
			<SearchField id="pieces-search" label={t("list.show")} q="hrad" />
		</div>
	);
}
