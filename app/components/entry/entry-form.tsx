import { ErrorSummary } from "~/components/app-form";
import { Conflict } from "~/components/conflict";
import { Waiting } from "~/components/queue/waiting";
import { MovedPoints } from "~/components/scoring/moved-points";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { type EntryFieldName, entryFieldNames, isForOrganisers } from "~/lib/entries/entry-values";
import type { FeesInWords } from "~/lib/entries/fees";
import type { FormLists } from "~/lib/entries/form-lists.server";
import type { HoldingChoice } from "~/lib/entries/holding-choice.server";
import type { FormReply } from "~/lib/forms/form-action.server";
import type { MovedWords } from "~/lib/scoring/moved-words.server";
import { type Account, type EntryDevices, EntryFields } from "./entry-fields";
import { entryOptions, shownValues } from "./entry-options";
import { HoldsFrom } from "./holds-from";

interface EntryFormProps {
	readonly reply: FormReply | undefined;
	/** The form shows its data but does not change them. */
	readonly account: Account;
	/** A new entry has none. */
	readonly saved: {
		readonly values: Readonly<Record<EntryFieldName, string>>;
		readonly version: number;
	} | null;
	readonly lists: FormLists;
	/** Null in an edition that takes no payments. */
	readonly fees: FeesInWords | null;
	/** Makes one entry of a new one that is sent twice. */
	readonly formKey: string;
	readonly open: boolean;
	/** Whether an organiser edits the entry. */
	readonly organisers?: boolean;
	readonly path: string;
	/** From which day a change holds, for an organiser who edits an entry that has flown. */
	readonly holding?: HoldingChoice | null;
	/** Points that the change would move. */
	readonly moved?: MovedWords | undefined;
	/** Null where there are no live positions. */
	readonly live?: EntryDevices | null;
}

export function EntryForm({
	reply,
	account,
	saved,
	lists,
	fees,
	formKey,
	open,
	organisers = false,
	path,
	holding = null,
	moved,
	live = null,
}: EntryFormProps) {
	const { t } = useTexts();
	const { label, errorText, ...entryForm } = useEntryForm({ reply, saved, organisers, holding, fees, live });
	const { form, fields, busy, summary, formProps } = entryForm;
	const labels = {
		...Object.fromEntries(entryFieldNames.map((name) => [name, t(`registration.field.${name}`)])),
		from: holding?.label ?? "",
		...live?.labels,
	};
	const guard = saved ? { name: "version", value: saved.version } : { name: "formKey", value: formKey };
	return (
		<form method="post" action={path} {...formProps}>
			<ErrorSummary {...summary} labels={labels} title={errorText} />
			{saved && reply?.reason === "stale" && (
				<EntryConflict
					{...{ organisers, lists, saved: saved.values }}
					typed={reply.submission.initialValue ?? {}}
				/>
			)}
			<input type="hidden" {...guard} />
			<fieldset disabled={!open}>
				{/* Enter in a field presses the first button of a form, which must not change the class. */}
				<button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
				<EntryFields
					form={form}
					fields={fields}
					account={account}
					lists={lists}
					fees={fees}
					live={live}
					organisers={organisers}
					classChanged={reply !== undefined && reply.submission.status === undefined}
				/>
				{open && (
					<>
						<input type="hidden" name="intent" value={saved ? "update" : "enter"} />
						{holding && <HoldsFrom field={fields.from} choice={holding} />}
						{moved && <MovedPoints words={moved} />}
						<SubmitButton busy={busy}>{label}</SubmitButton>
					</>
				)}
			</fieldset>
			<Waiting target={path} />
		</form>
	);
}

type Sent = Pick<EntryFormProps, "reply" | "saved" | "fees"> &
	Required<Pick<EntryFormProps, "organisers" | "holding" | "live">>;

/** The form with the texts of its button and of its failure, which tell a new entry from a saved one. */
function useEntryForm({ reply, saved, organisers, holding, fees, live }: Sent) {
	const { t } = useTexts();
	const label = t(saved ? "registration.update.submit" : "registration.submit.submit");
	const errorText = t(saved ? "registration.update.error" : "registration.submit.error");
	const entryForm = useAppForm({
		id: "entry",
		reply,
		defaultValue: { ...saved?.values, from: holding?.usual, ...live?.values },
		schema: () => importSchema(organisers, fees?.hasNights ?? false),
		validateOn: "onBlur",
		waits: { label, errorText },
	});
	return { label, errorText, ...entryForm };
}

async function importSchema(organisers: boolean, hasNights: boolean) {
	const { adminEntrySchema, entrySchema, entrySchemaWithNights } = await import("~/lib/entries/entry-schema");
	if (organisers) return adminEntrySchema;
	return (hasNights ? entrySchemaWithNights : entrySchema) as typeof adminEntrySchema;
}

interface EntryConflictProps {
	readonly typed: Readonly<Record<string, unknown>>;
	readonly saved: Readonly<Record<EntryFieldName, string>>;
	/** Whether the form has the organisers' fields. */
	readonly organisers: boolean;
	readonly lists: FormLists;
}

/** Shown when somebody else changed the entry meanwhile: the fields that differ, side by side. */
function EntryConflict({ typed, saved, organisers, lists }: EntryConflictProps) {
	const { t, language, classNameOf } = useTexts();
	const shown = (name: EntryFieldName, value: string, classId: string): string =>
		shownValues(entryOptions(lists, classId, { nameOf: classNameOf, language }), t)(name, value);
	const textOf = (value: unknown) => (typeof value === "string" ? value : "");
	const different = entryFieldNames
		.filter((name) => organisers || !isForOrganisers(name))
		.filter((name) => textOf(typed[name]).trim() !== saved[name]);
	const rows = different.map((name) => ({
		name,
		label: t(`registration.field.${name}`),
		yours: shown(name, textOf(typed[name]), textOf(typed.competitionClass)),
		saved: shown(name, saved[name], saved.competitionClass),
	}));
	return <Conflict rows={rows} />;
}
