import { CheckboxField, SelectField, TextArea, TextField } from "~/components/app-form";
import type { LabelledPart } from "./labelled-part.server";

/** Characters from which a text has more than one line. */
const longText = 300;

/** The end of the id of a field, by its name; the form's own id stands before it. */
export function idOf(name: string): string {
	return name.replaceAll("/", "-");
}

interface SettingFieldsProps {
	readonly settings: readonly {
		readonly key: string;
		readonly hint: string | null;
		readonly source: string;
		readonly part: LabelledPart;
	}[];
	/** Complaints by the name of the field. */
	readonly errors: Readonly<Record<string, string>>;
	/** Says how a row of a list is removed. */
	readonly rows: string;
}

/** The fields of a group, each with where its value comes from. */
export function SettingFields({ settings, errors, rows }: SettingFieldsProps) {
	return settings.map(({ key, hint, source, part }) => {
		const isList = part.kind === "fields" && part.parts.some(({ name }) => /\/\d+$/.test(name));
		const hints = [hint, isList ? rows : null, source].filter(Boolean);
		return <PartFields key={key} part={part} errors={errors} hint={hints.join(" ")} isSetting />;
	});
}

interface PartFieldsProps {
	readonly part: LabelledPart;
	readonly errors: SettingFieldsProps["errors"];
	readonly hint?: string;
	/** Whether it is the whole setting. */
	readonly isSetting?: boolean;
}

function PartFields({ part, errors, hint = "", isSetting = false }: PartFieldsProps) {
	const { name, label } = part;
	const complaint = errors[name];
	const id = `setting-${idOf(name)}`;
	if (part.kind === "fields") {
		const isLine = part.parts.every(({ kind }) => kind !== "fields");
		return (
			<fieldset id={id} className={isSetting ? "card mb-6 bg-surface" : "mb-2"}>
				<legend className={isSetting ? "float-left w-full text-lg" : undefined}>{label}</legend>
				<div className="clear-both">
					{hint && <p className="field-hint mb-4">{hint}</p>}
					<div className={isLine ? "grid gap-x-6 sm:grid-cols-2" : undefined}>
						{part.parts.map((child) => (
							<PartFields key={child.name} part={child} errors={errors} />
						))}
					</div>
				</div>
			</fieldset>
		);
	}
	const initialValue = part.kind === "check" ? String(part.value) : part.value;
	const field = {
		id,
		name,
		key: `${name} ${initialValue}`,
		errorId: `${id}-error`,
		errors: complaint ? [complaint] : undefined,
		initialValue,
	};
	const frame = { field, label, hint };
	if (part.kind === "check") return <CheckboxField {...frame} />;
	if (part.kind === "choice") return <SelectField {...frame} none={null} options={part.options} />;
	const max = part.max === null ? {} : { maxLength: part.max };
	if (part.max !== null && part.max >= longText) return <TextArea {...frame} {...max} rows={2} />;
	if (part.type === "number") return <TextField {...frame} inputMode="decimal" autoComplete="off" />;
	return <TextField {...frame} type={part.type} autoComplete="off" {...max} />;
}

/** The labels of all fields by their names, in the order of the page. */
export function labelsIn(settings: SettingFieldsProps["settings"]): Record<string, string> {
	return Object.assign({}, ...settings.map(({ part }) => labelsOf(part, "")));
}

function labelsOf(part: LabelledPart, around: string): Record<string, string> {
	const label = [around, part.label].filter(Boolean).join(", ");
	if (part.kind !== "fields") return { [part.name]: label };
	return Object.assign({ [part.name]: label }, ...part.parts.map((child) => labelsOf(child, label)));
}
