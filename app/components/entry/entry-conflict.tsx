import { useTranslation } from "react-i18next";
import { Conflict } from "~/components/conflict";
import { useLanguage } from "~/components/use-language";
import { type EntryFieldName, entryFieldNames } from "~/lib/entries/entry-values";
import type { FormLists } from "~/lib/entries/form-lists.server";
import { entryOptions, shownValues } from "./entry-options";

interface EntryConflictProps {
	/** Typed values by the name of the field. */
	readonly typed: Readonly<Record<string, unknown>>;
	readonly saved: Readonly<Record<EntryFieldName, string>>;
	/** Whether the form has the organisers' fields. */
	readonly organisers: boolean;
	readonly lists: FormLists;
}

/** Shown when somebody else changed the entry meanwhile: the fields that differ, side by side. */
export function EntryConflict({ typed, saved, organisers, lists }: EntryConflictProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const shown = (name: EntryFieldName, value: string, classId: string): string =>
		shownValues(entryOptions(lists, classId, t, language), t)(name, value);
	const textOf = (value: unknown) => (typeof value === "string" ? value : "");
	const different = entryFieldNames
		.filter((name) => organisers || (name !== "registrationCompleted" && name !== "igcId"))
		.filter((name) => textOf(typed[name]).trim() !== saved[name]);
	const rows = different.map((name) => ({
		name,
		label: t(`registration.field.${name}`),
		yours: shown(name, textOf(typed[name]), textOf(typed.competitionClass)),
		saved: shown(name, saved[name], saved.competitionClass),
	}));
	return <Conflict title={t("registration.conflict.title")} rows={rows} />;
}
