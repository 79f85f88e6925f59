import { CheckboxField, type Field, SelectField, TextArea, TextField } from "~/components/app-form";
import { useTexts } from "~/components/use-texts";
import { Logo } from "~/components/value-table";
import { complaintText } from "~/lib/i18n/message";
import type { LabelledPart } from "~/lib/season/labelled-part.server";

/** Characters that fit into one line, and into one of half the width, as texts in two languages have. */
const [longLine, longHalf] = [60, 24];
/** Rows of a list that are shown without unfolding it. */
const mostRows = 5;

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
	/** Says how a row without a tick for it is removed. */
	readonly rows: string;
}

/** The fields of a group, each with where its value comes from. */
export function SettingFields({ settings, errors, rows }: SettingFieldsProps) {
	return settings.map(({ key, hint, source, part }) => {
		const hints = [hint, hasLines(part) ? rows : null, source].filter(Boolean);
		return <PartFields key={key} part={part} errors={errors} hint={hints.join(" ")} isSetting />;
	});
}

/** Whether a part has rows, of which the last one is blank. */
function isList(part: LabelledPart): boolean {
	return part.kind === "fields" && part.parts.some(({ name }) => isRow(name));
}

function isRow(name: string): boolean {
	return /\/\d+$/.test(name);
}

/** Whether its rows are single values. */
function hasLines(part: LabelledPart): boolean {
	return isList(part) && part.kind === "fields" && part.parts.every(({ kind }) => kind !== "fields");
}

interface PartFieldsProps {
	readonly part: LabelledPart;
	readonly errors: SettingFieldsProps["errors"];
	readonly hint?: string;
	/** Whether it is the whole setting. */
	readonly isSetting?: boolean;
}

function PartFields({ part, errors, hint = "", isSetting = false }: PartFieldsProps) {
	if (part.kind === "fields")
		return <FieldGroup part={part} errors={errors} hint={hint} isSetting={isSetting} />;
	const { name, label } = part;
	const complaint = errors[name];
	const id = `setting-${idOf(name)}`;
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
	if (part.type === "logo") return <LogoField field={field} label={label} path={part.value} />;
	if (part.type === "areas") return <TextArea {...frame} rows={8} />;
	const max = part.max === null ? {} : { maxLength: part.max };
	const longest = /\/(?:cs|en)$/.test(name) ? longHalf : longLine;
	if (part.value.length > longest) return <TextArea {...frame} {...max} rows={3} className="min-h-0" />;
	if (part.type === "number") return <TextField {...frame} inputMode="decimal" autoComplete="off" />;
	return <TextField {...frame} type={part.type} autoComplete="off" {...max} />;
}

interface LogoFieldProps {
	readonly field: Field;
	readonly label: string;
	/** That of the logo there is; empty without one. */
	readonly path: string;
}

/** A logo, and a file that replaces it. */
function LogoField({ field, label, path }: LogoFieldProps) {
	return (
		<div>
			<TextField
				field={{ ...field, name: `${field.name}/file`, initialValue: undefined }}
				label={label}
				type="file"
				accept=".png,.webp,.svg"
			/>
			<input type="hidden" name={field.name} value={path} />
			<Logo text={path} />
		</div>
	);
}

interface FieldGroupProps extends Required<PartFieldsProps> {
	readonly part: Extract<LabelledPart, { readonly kind: "fields" }>;
}

/** How fields look under one legend: those of a setting, of a row in it, and of a value of several parts. */
const looks = {
	setting: { frame: "card mb-6 bg-surface", legend: "float-left w-full text-lg" },
	row: {
		frame: "mb-2 border-t border-line pt-4",
		legend: "float-left mb-2 w-full font-display text-xl font-bold",
	},
	part: { frame: "mb-2 *:[div]:border-l-2 *:[div]:border-line *:[div]:pl-4", legend: "mb-2" },
} as const;

/** Fields under one legend. A long list unfolds, and stands open where something in it is wrong. */
function FieldGroup({ part, errors, hint, isSetting }: FieldGroupProps) {
	const { t } = useTexts();
	const { name, label, parts } = part;
	const fields = parts.map((child) => <PartFields key={child.name} part={child} errors={errors} />);
	const isLine = parts.every(({ kind }) => kind !== "fields");
	const complaint = errors[name];
	const isWrong = Object.keys(errors).some((field) => field.startsWith(`${name}/`));
	const unfolds = (parts.length > mostRows && isList(part)) || name.endsWith("/taskDefaults");
	const look = isSetting ? looks.setting : isRow(name) ? looks.row : looks.part;
	return (
		<fieldset id={`setting-${idOf(name)}`} className={look.frame}>
			{/* What unfolds says its name where it is unfolded. */}
			<legend className={unfolds && !isSetting ? "sr-only" : look.legend}>{label}</legend>
			<div className="clear-both">
				{hint && <p className="field-hint mb-4">{hint}</p>}
				{complaint && <p className="field-error">{complaintText(t, complaint)}</p>}
				{unfolds ? (
					<details open={isWrong}>
						<summary className="min-h-11 cursor-pointer py-2.5">
							{isList(part) ? `${label}: ${parts.length - 1}` : label}
						</summary>
						{fields}
					</details>
				) : (
					<div className={isLine ? "grid gap-x-6 sm:grid-cols-2" : undefined}>{fields}</div>
				)}
			</div>
		</fieldset>
	);
}
