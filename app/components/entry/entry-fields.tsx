import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { type ChangeEvent, type ReactNode, useEffect, useState } from "react";
import { CheckboxField, SelectField, TextArea, TextField } from "~/components/app-form";
import { useHydrated } from "~/components/use-hydrated";
import { useTexts } from "~/components/use-texts";
import type { deviceFields } from "~/lib/entries/entry-devices";
import type { EntryFieldName } from "~/lib/entries/entry-values";
import type { FeesInWords } from "~/lib/entries/fees";
import type { FormLists } from "~/lib/entries/form-lists.server";
import { limits } from "~/lib/forms/limits";
import { entryOptions } from "./entry-options";

/** Hints that call a field optional, which an edition may ask for. */
const saysOptional: ReadonlySet<string> = new Set(["private", "note"]);

type Field = FieldMetadata<string, Record<string, string>>;

export interface Account {
	readonly name: string;
	readonly surname: string;
	readonly email: string;
}

/** What the form asks of devices, in words of the server: few pages have it. */
export interface EntryDevices {
	readonly lead: string;
	readonly hint: string;
	readonly labels: Readonly<Record<"deviceIds" | "agrees", string>>;
	readonly values: Readonly<Record<"deviceIds" | "knownDevices", string>>;
	/** Whether the consent is still to be given. */
	readonly asks: boolean;
}

interface EntryFieldsProps {
	readonly form: FormMetadata<Record<string, string>>;
	readonly fields: Readonly<Record<EntryFieldName | keyof typeof deviceFields, Field>>;
	readonly account: Account;
	readonly lists: FormLists;
	readonly fees: FeesInWords | null;
	readonly live: EntryDevices | null;
	readonly organisers: boolean;
	/** Whether the page came back with the gliders of another class. */
	readonly classChanged: boolean;
}

export function EntryFields({
	form,
	fields,
	account,
	lists,
	fees,
	live,
	organisers,
	classChanged,
}: EntryFieldsProps) {
	const { t, language, classNameOf } = useTexts();
	const { competitionClass, gliderType } = fields;
	const [classId, chooseClass] = useChosenClass(
		competitionClass.id,
		competitionClass.initialValue ?? "",
		() => form.update({ name: gliderType.name, value: "", validated: false }),
	);
	const options = entryOptions(lists, classId, { nameOf: classNameOf, language });
	const section: SectionProps = {
		options,
		of: (name, hint) => {
			const required = lists.asked.some((asked) => asked === name) && !organisers;
			return {
				field: fields[name],
				label: t(`registration.field.${name}`),
				...(hint && !(required && saysOptional.has(hint)) && { hint: t(`registration.hint.${hint}`) }),
				required,
			};
		},
	};
	return (
		<>
			<PilotFields {...section} account={account} organisers={organisers} />
			<GliderFields {...section} classId={classId} chooseClass={chooseClass} classChanged={classChanged}>
				{fees && (
					<Fees fees={fees} chosen={lists.competitionClasses.find(({ id }) => id === classId)?.type} />
				)}
			</GliderFields>
			{live && (
				<FormSection title={t("live.title")}>
					<p className="field-hint mb-6">{live.lead}</p>
					<input type="hidden" name="knownDevices" value={fields.knownDevices.initialValue ?? ""} />
					<TextField
						field={fields.deviceIds}
						label={live.labels.deviceIds}
						hint={live.hint}
						autoComplete="off"
						autoCapitalize="characters"
					/>
					{live.asks && <CheckboxField field={fields.agrees} label={live.labels.agrees} />}
				</FormSection>
			)}
			<StayFields {...section} hasNights={fees?.hasNights ?? false} />
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
	readonly options: ReturnType<typeof entryOptions>;
	/** The field with its texts. @param hint last part of the key of its hint */
	readonly of: (
		name: EntryFieldName,
		hint?: string,
	) => {
		readonly field: Field;
		readonly label: string;
		readonly hint?: string;
		/** Whether the edition asks for what others leave open. */
		readonly required: boolean;
	};
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

function PilotFields({ options, of, account, organisers }: PilotFieldsProps) {
	const { t } = useTexts();
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
			<TextField {...of("birthDate", "birthDate")} type="date" min="1900-01-01" autoComplete="bday" />
			<TextField {...of("phone", "phone")} type="tel" autoComplete="tel" maxLength={limits.phone} />
			<TextField {...of("aeroclub")} maxLength={limits.aeroclub} />
			<SelectField {...of("region")} options={options.region} />
			<SelectField {...of("nation", "note")} options={options.nation} />
			<TextField {...of("licence", "private")} autoComplete="off" maxLength={limits.licence} />
			<TextField {...of("secondPilot", "secondPilot")} autoComplete="off" maxLength={limits.secondPilot} />
			<div className="grid-fit-56 items-end gap-x-6">
				<SelectField {...of("secondPilotNation")} options={options.nation} />
				<TextField {...of("secondPilotIgcId")} inputMode="numeric" autoComplete="off" />
			</div>
		</FormSection>
	);
}

interface GliderFieldsProps extends SectionProps {
	readonly classId: string;
	readonly chooseClass: ChooseClass;
	readonly classChanged: boolean;
	/** What stands below the class. */
	readonly children: ReactNode;
}

function GliderFields({ options, of, classId, chooseClass, classChanged, children }: GliderFieldsProps) {
	const { t } = useTexts();
	const hydrated = useHydrated();
	return (
		<FormSection title={t("registration.section.glider")}>
			<SelectField {...of("competitionClass")} options={options.competitionClass} onChange={chooseClass} />
			{!hydrated && (
				<p className="mb-6">
					<button type="submit" name="intent" value="change-class" className="button">
						{t("registration.changeClass")}
					</button>
				</p>
			)}
			{children}
			<SelectField
				{...of("gliderType", classId ? "gliderType" : "gliderTypeNoClass")}
				options={options.gliderType}
				disabled={options.gliderType.length === 0}
				// Without scripts the page reloads when the class changes; the glider is the next field to fill.
				autoFocus={classChanged}
			/>
			<TextField
				{...of("registrationNumber", "registrationNumber")}
				autoComplete="off"
				autoCapitalize="characters"
				maxLength={limits.registrationNumber}
			/>
			<TextField {...of("startNumber", "startNumber")} autoComplete="off" autoCapitalize="characters" />
			<CheckboxField {...of("hasEngine")} />
			<TextField {...of("logger", "logger")} autoComplete="off" maxLength={limits.logger} />
			<TextField
				{...of("trailerPlate", "private")}
				autoComplete="off"
				autoCapitalize="characters"
				maxLength={limits.trailerPlate}
			/>
		</FormSection>
	);
}

interface FeesProps {
	readonly fees: FeesInWords;
	/** Key of the chosen class. */
	readonly chosen: string | undefined;
}

/** What the chosen class costs; without scripts, and before one is chosen, what each does. */
function Fees({ fees: { classes, extras }, chosen }: FeesProps) {
	const { t } = useTexts();
	const hydrated = useHydrated();
	const shown = classes.filter(({ type }) => hydrated && type === chosen);
	return (
		<div className="mb-6" aria-live="polite">
			<p>{t("home.invite.fee")}</p>
			<ul>
				{(shown.length > 0 ? shown : classes).map(({ type, name, text }) => (
					<li key={type}>
						{name}: <strong>{text}</strong>
					</li>
				))}
				{extras.map((text) => (
					<li key={text}>{text}</li>
				))}
			</ul>
		</div>
	);
}

function StayFields({ options, of, hasNights }: SectionProps & { readonly hasNights: boolean }) {
	const { t } = useTexts();
	return (
		<FormSection title={t("registration.section.stay")}>
			<SelectField {...of("accommodationType")} options={options.accommodationType} />
			<div className="grid-fit-56 items-end gap-x-6">
				<TextField {...of("quantity", "nobody")} inputMode="numeric" autoComplete="off" />
				{hasNights && <TextField {...of("nights")} inputMode="numeric" autoComplete="off" />}
				<TextField {...of("meals", "nobody")} inputMode="numeric" autoComplete="off" />
			</div>
			<TextArea {...of("note", "note")} maxLength={limits.note} />
		</FormSection>
	);
}

function OrganisersFields({ of }: SectionProps) {
	const { t } = useTexts();
	return (
		<FormSection title={t("registration.section.organisers")}>
			<CheckboxField {...of("registrationCompleted")} />
			<TextField {...of("igcId", "igcId")} inputMode="numeric" autoComplete="off" />
			<CheckboxField {...of("isGuest")} />
		</FormSection>
	);
}
