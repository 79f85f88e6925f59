import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { complaintText } from "~/lib/i18n/message";

type Field = FieldMetadata<string, Record<string, string>>;

interface FieldProps {
	readonly field: Field;
	readonly label: string;
	readonly hint?: string;
}

interface FrameProps extends FieldProps {
	/** Gets what ties label, hint and complaint to the control. */
	readonly children: (props: ControlProps) => ReactNode;
	readonly controlFirst?: boolean;
}

/** Label above, hint under it, complaint under the hint; the control stands under them or before the label. */
function FieldFrame({ field, label, hint, children, controlFirst = false }: FrameProps) {
	const { t } = useTranslation();
	const complaint = field.errors?.[0];
	const hintId = hint ? `${field.id}-hint` : undefined;
	const control = children({
		id: field.id,
		name: field.name,
		"aria-invalid": complaint ? true : undefined,
		"aria-describedby": [hintId, complaint && field.errorId].filter(Boolean).join(" ") || undefined,
	});
	return (
		<div className={controlFirst ? "field field-check" : "field"}>
			{controlFirst && control}
			<label htmlFor={field.id}>{label}</label>
			{hint && (
				<p className="field-hint" id={hintId}>
					{hint}
				</p>
			)}
			{complaint && (
				<p className="field-error" id={field.errorId}>
					{complaintText(t, complaint, field.name)}
				</p>
			)}
			{!controlFirst && control}
		</div>
	);
}

interface ControlProps {
	readonly id: string;
	readonly name: string;
	readonly "aria-invalid": true | undefined;
	readonly "aria-describedby": string | undefined;
}

/** One line of text. */
export function TextField({
	field,
	label,
	hint,
	...input
}: FieldProps & Omit<ComponentProps<"input">, "id">) {
	return (
		<FieldFrame field={field} label={label} hint={hint}>
			{(props) => (
				<input key={field.key} type="text" defaultValue={field.initialValue} {...input} {...props} />
			)}
		</FieldFrame>
	);
}

/** Several lines of text. */
export function TextArea({
	field,
	label,
	hint,
	...input
}: FieldProps & Omit<ComponentProps<"textarea">, "id">) {
	return (
		<FieldFrame field={field} label={label} hint={hint}>
			{(props) => <textarea key={field.key} defaultValue={field.initialValue} {...input} {...props} />}
		</FieldFrame>
	);
}

/** A choice among options; the first, empty option carries the field's label. */
export function SelectField({
	field,
	label,
	hint,
	options,
	...select
}: FieldProps & {
	readonly options: readonly { readonly value: string; readonly label: string }[];
} & Omit<ComponentProps<"select">, "id">) {
	return (
		<FieldFrame field={field} label={label} hint={hint}>
			{(props) => (
				<select key={field.key} defaultValue={field.initialValue ?? ""} {...select} {...props}>
					<option value="">{label}</option>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.label}
						</option>
					))}
				</select>
			)}
		</FieldFrame>
	);
}

/** A yes or no. */
export function CheckboxField({
	field,
	label,
	hint,
	...input
}: FieldProps & Omit<ComponentProps<"input">, "id">) {
	return (
		<FieldFrame field={field} label={label} hint={hint} controlFirst>
			{(props) => (
				<input
					key={field.key}
					type="checkbox"
					value="on"
					defaultChecked={field.initialValue === "on" || field.initialValue === "true"}
					{...input}
					{...props}
				/>
			)}
		</FieldFrame>
	);
}

interface ErrorSummaryProps {
	readonly form: FormMetadata<Record<string, string>>;
	/** How many times in a row the form was not accepted. */
	readonly refusals: number;
	/** Labels by the name of the field, for the links. */
	readonly labels: Readonly<Record<string, string>>;
	/** What did not succeed; without it, that something has to be put right. */
	readonly title?: string;
}

/**
 * Takes the focus to the field of a link and leaves the address alone, as another one would end what the page says of the
 * mistakes. A field that takes no focus is scrolled to by the browser.
 */
function goToField(event: MouseEvent<HTMLAnchorElement>): void {
	const field = document.getElementById(event.currentTarget.hash.slice(1));
	field?.focus();
	if (field && field === document.activeElement) event.preventDefault();
}

/**
 * What is wrong with the form as a whole and with each field, with links. It stays while the mistakes are put right and takes the
 * focus at each refusal.
 */
export function ErrorSummary({ form, refusals, labels, title }: ErrorSummaryProps) {
	const { t } = useTranslation();
	const summary = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (refusals > 0) summary.current?.focus();
	}, [refusals]);
	const complaints = Object.entries(form.allErrors).filter(([name]) => name !== "");
	if (refusals === 0 || (complaints.length === 0 && !form.errors?.length)) return null;
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to the summary
		<div className="notice notice-danger" role="alert" tabIndex={-1} ref={summary} autoFocus>
			<p className="notice-title">{title ?? t("form.summary.title")}</p>
			{form.errors?.map((key) => (
				<p key={key}>{complaintText(t, key)}</p>
			))}
			{complaints.length > 0 && (
				<ul>
					{complaints.map(([name, [complaint = ""]]) => (
						<li key={name}>
							<a href={`#${form.id}-${name}`} onClick={goToField}>
								{labels[name] ?? name}: {complaintText(t, complaint, name)}
							</a>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
