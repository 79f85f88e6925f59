import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { type ChangeEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckboxField, SelectField, TextArea, TextField } from "~/components/app-form";
import { useClassName } from "~/components/use-class-name";
import { useHydrated } from "~/components/use-hydrated";
import { useLanguage } from "~/components/use-language";
import type { EntryFieldName } from "~/lib/entries/entry-values";
import type { FormLists } from "~/lib/entries/form-lists.server";
import { limits } from "~/lib/forms/limits";
import { entryOptions } from "./entry-options";

type Field = FieldMetadata<string, Record<string, string>>;

export interface Account {
	readonly name: string;
	readonly surname: string;
	readonly email: string;
}

interface EntryFieldsProps {
	readonly form: FormMetadata<Record<string, string>>;
	readonly fields: Readonly<Record<EntryFieldName, Field>>;
	readonly account: Account;
	readonly lists: FormLists;
	readonly organisers: boolean;
	/** Whether the page came back with the gliders of another class. */
	readonly classChanged: boolean;
}

export function EntryFields({ form, fields, account, lists, organisers, classChanged }: EntryFieldsProps) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	const { competitionClass, gliderType } = fields;
	const [classId, chooseClass] = useChosenClass(
		competitionClass.id,
		competitionClass.initialValue ?? "",
		() => form.update({ name: gliderType.name, value: "", validated: false }),
	);
	const options = entryOptions(lists, classId, { t, nameOf: classNameOf, language });
	const section = { fields, options, label: (name: EntryFieldName) => t(`registration.field.${name}`) };
	return (
		<>
			<PilotFields {...section} account={account} organisers={organisers} />
			<GliderFields {...section} classId={classId} chooseClass={chooseClass} classChanged={classChanged} />
			<StayFields {...section} />
			{organisers && <OrganisersFields {...section} />}
		</>
	);
}

type ChooseClass = (event: ChangeEvent<HTMLSelectElement>) => void;

/** @param selectId id of the select, which a browser may have filled in again before scripts ran */
function useChosenClass(selectId: string, initial: string, onChange: () => void) {
	const [classId, setClassId] = useState(initial);
	useEffect(() => {
		const select = document.getElementById(selectId);
		if (select instanceof HTMLSelectElement) setClassId(select.value);
	}, [selectId]);
	const choose: ChooseClass = (event) => {
		setClassId(event.currentTarget.value);
		onChange();
	};
	return [classId, choose] as const;
}

interface SectionProps {
	readonly fields: Readonly<Record<EntryFieldName, Field>>;
	readonly options: ReturnType<typeof entryOptions>;
	readonly label: (name: EntryFieldName) => string;
}

function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<fieldset className="mb-8 border-t border-line pt-6">
			<legend className="float-left mb-4 w-full font-display text-2xl/9 font-bold">{title}</legend>
			<div className="clear-both">{children}</div>
		</fieldset>
	);
}

type PilotFieldsProps = SectionProps & Pick<EntryFieldsProps, "account" | "organisers">;

function PilotFields({ fields, options, label, account, organisers }: PilotFieldsProps) {
	const { t } = useTranslation();
	return (
		<FormSection title={t("registration.section.pilot")}>
			<div className="grid-fit-56 items-end gap-x-6">
				{(["name", "surname", "email"] as const).map((name) => (
					<div className="field" key={name}>
						<label htmlFor={`account-${name}`}>{t(`registration.field.${name}`)}</label>
						<input
							id={`account-${name}`}
							type={name === "email" ? "email" : "text"}
							value={account[name]}
							disabled
							readOnly
						/>
					</div>
				))}
			</div>
			<p className="field-hint mb-6">
				{t(organisers ? "registration.hint.accountOther" : "registration.hint.account")}
			</p>
			<TextField
				field={fields.birthDate}
				label={label("birthDate")}
				hint={t("registration.hint.birthDate")}
				type="date"
				min="1900-01-01"
				autoComplete="bday"
			/>
			<TextField
				field={fields.phone}
				label={label("phone")}
				hint={t("registration.hint.phone")}
				type="tel"
				autoComplete="tel"
				maxLength={limits.phone}
			/>
			<TextField field={fields.aeroclub} label={label("aeroclub")} maxLength={limits.aeroclub} />
			<SelectField field={fields.region} label={label("region")} options={options.region} />
		</FormSection>
	);
}

interface GliderFieldsProps extends SectionProps {
	readonly classId: string;
	readonly chooseClass: ChooseClass;
	readonly classChanged: boolean;
}

function GliderFields({ fields, options, label, classId, chooseClass, classChanged }: GliderFieldsProps) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	return (
		<FormSection title={t("registration.section.glider")}>
			<SelectField
				field={fields.competitionClass}
				label={label("competitionClass")}
				options={options.competitionClass}
				onChange={chooseClass}
			/>
			{!hydrated && (
				<p className="mb-6">
					<button type="submit" name="intent" value="change-class" className="button">
						{t("registration.changeClass")}
					</button>
				</p>
			)}
			<SelectField
				field={fields.gliderType}
				label={label("gliderType")}
				hint={t(classId ? "registration.hint.gliderType" : "registration.hint.gliderTypeNoClass")}
				options={options.gliderType}
				disabled={options.gliderType.length === 0}
				// Without scripts the page reloads when the class changes; the glider is the next field to fill.
				autoFocus={classChanged}
			/>
			<TextField
				field={fields.registrationNumber}
				label={label("registrationNumber")}
				hint={t("registration.hint.registrationNumber")}
				autoComplete="off"
				autoCapitalize="characters"
				maxLength={limits.registrationNumber}
			/>
			<TextField
				field={fields.startNumber}
				label={label("startNumber")}
				hint={t("registration.hint.startNumber")}
				autoComplete="off"
				autoCapitalize="characters"
			/>
			<CheckboxField field={fields.hasEngine} label={label("hasEngine")} />
			<TextField
				field={fields.logger}
				label={label("logger")}
				hint={t("registration.hint.logger")}
				autoComplete="off"
				maxLength={limits.logger}
			/>
		</FormSection>
	);
}

function StayFields({ fields, options, label }: SectionProps) {
	const { t } = useTranslation();
	return (
		<FormSection title={t("registration.section.stay")}>
			<SelectField
				field={fields.accommodationType}
				label={label("accommodationType")}
				options={options.accommodationType}
			/>
			<div className="grid-fit-56 items-end gap-x-6">
				<TextField field={fields.quantity} label={label("quantity")} inputMode="numeric" autoComplete="off" />
				<TextField field={fields.meals} label={label("meals")} inputMode="numeric" autoComplete="off" />
			</div>
			<TextArea
				field={fields.note}
				label={label("note")}
				hint={t("registration.hint.note")}
				maxLength={limits.note}
			/>
		</FormSection>
	);
}

function OrganisersFields({ fields, label }: SectionProps) {
	const { t } = useTranslation();
	return (
		<FormSection title={t("registration.section.organisers")}>
			<CheckboxField field={fields.registrationCompleted} label={label("registrationCompleted")} />
			<TextField
				field={fields.igcId}
				label={label("igcId")}
				hint={t("registration.hint.igcId")}
				inputMode="numeric"
				autoComplete="off"
			/>
		</FormSection>
	);
}
