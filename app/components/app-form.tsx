import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useTexts } from "~/components/use-texts";
import { limits } from "~/lib/forms/limits";
import { complaintText } from "~/lib/i18n/message";
import { useAnswerFocus } from "./use-answer-focus";

/** What a control shows of its field: metadata of conform, what `replyForm` makes of a reply, or a literal in a form without either. */
export interface Field {
	readonly id: string;
	readonly name: string;
	readonly key?: string | undefined;
	readonly errorId?: string | undefined;
	readonly errors?: readonly string[] | undefined;
	readonly initialValue?: string | undefined;
}

interface FieldProps {
	readonly field: Field;
	readonly label: string;
	readonly hint?: string;
}

interface FrameProps extends FieldProps {
	/** Attributes that connect the control with label, hint and complaint. */
	readonly children: (props: ControlProps) => ReactNode;
	readonly controlFirst?: boolean;
}

/** Label, hint and complaint, with the control below or before them. */
function FieldFrame({ field, label, hint, children, controlFirst = false }: FrameProps) {
	const { t } = useTexts();
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

type InputProps = FieldProps & Omit<ComponentProps<"input">, "id">;

export function TextField({ field, label, hint, ...input }: InputProps) {
	return (
		<FieldFrame field={field} label={label} hint={hint}>
			{(props) => (
				<input key={field.key} type="text" defaultValue={field.initialValue} {...input} {...props} />
			)}
		</FieldFrame>
	);
}

export function NameField(input: InputProps & { readonly autoComplete: "given-name" | "family-name" }) {
	return <TextField enterKeyHint="next" maxLength={limits.name} required {...input} />;
}

/** The address of an account. Where it names the account, `autoComplete` is `username`. */
export function EmailField(input: InputProps) {
	return (
		<TextField
			type="email"
			autoComplete="email"
			inputMode="email"
			enterKeyHint="next"
			maxLength={limits.email}
			required
			{...input}
		/>
	);
}

interface PasswordFieldProps extends InputProps {
	readonly autoComplete: "current-password" | "new-password";
	/** The address of the account, which password managers need where the form does not ask for it. */
	readonly account?: string;
}

/** A field without a longest value: a browser would cut a long password that is pasted, and nobody would notice. */
export function PasswordField({ account, ...input }: PasswordFieldProps) {
	return (
		<>
			{account && <input type="hidden" name="username" autoComplete="username" defaultValue={account} />}
			<TextField type="password" enterKeyHint="go" required {...input} />
		</>
	);
}

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

/** The first, empty option shows the field's label, or what choosing none means. With null for none there is no such option. */
export function SelectField({
	field,
	label,
	hint,
	none = label,
	options,
	...select
}: FieldProps & {
	readonly none?: string | null;
	readonly options: readonly { readonly value: string; readonly label: string }[];
} & Omit<ComponentProps<"select">, "id">) {
	return (
		<FieldFrame field={field} label={label} hint={hint}>
			{(props) => (
				<select key={field.key} defaultValue={field.initialValue ?? ""} {...select} {...props}>
					{none !== null && <option value="">{none}</option>}
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

interface ChoiceFieldProps extends FieldProps {
	readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A few choices that are all on the screen: one tap instead of the three of a select. */
export function ChoiceField({ field, label, options }: ChoiceFieldProps) {
	const { t } = useTexts();
	const complaint = field.errors?.[0];
	return (
		<fieldset className="field" aria-describedby={complaint && field.errorId}>
			<legend className="font-strong">{label}</legend>
			{complaint && (
				<p className="field-error" id={field.errorId}>
					{complaintText(t, complaint, field.name)}
				</p>
			)}
			<div className="flex flex-wrap gap-x-8" key={field.key}>
				{options.map(({ value, label: text }, index) => (
					<label key={value} className="flex min-h-11 items-center gap-3">
						<input
							// Where a complaint leads.
							id={index === 0 ? field.id : undefined}
							className="size-6 accent-brand"
							type="radio"
							name={field.name}
							value={value}
							defaultChecked={field.initialValue === value}
							aria-invalid={complaint ? true : undefined}
						/>
						{text}
					</label>
				))}
			</div>
		</fieldset>
	);
}

export function CheckboxField({ field, label, hint, ...input }: InputProps) {
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

/** What a summary lists of its form. */
interface Complaints {
	readonly id: string;
	/** About the form as a whole. */
	readonly errors?: readonly string[] | undefined;
	/** Complaints by the name of the field. */
	readonly allErrors: Readonly<Record<string, readonly string[]>>;
}

interface ErrorSummaryProps {
	readonly form: Complaints;
	/** Number of refusals in a row. */
	readonly refusals: number;
	/** Labels by the name of the field, in the order of the form. */
	readonly labels: Readonly<Record<string, string>>;
	/** Without a title, a general text says that fields are wrong. */
	readonly title?: string;
}

/**
 * Focuses the field of a link without a change of the URL, because a new location resets the state of the refused form
 * (`useFailedSubmission`). The browser scrolls to a field that takes no focus.
 */
function goToField(event: MouseEvent<HTMLAnchorElement>): void {
	const field = document.getElementById(event.currentTarget.hash.slice(1));
	field?.focus();
	if (field && field === document.activeElement) event.preventDefault();
}

/** Lists the complaints about the form and, as links, about its fields. Takes the focus at each refusal. */
export function ErrorSummary({ form, refusals, labels, title }: ErrorSummaryProps) {
	const { t } = useTexts();
	const summary = useAnswerFocus<HTMLDivElement>(refusals);
	// A schema need not have the order of the page.
	const names = Object.keys(labels);
	const complaints = Object.entries(form.allErrors)
		.filter(([name]) => name !== "")
		.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
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
