import { Fragment } from "react";
import { useTexts } from "~/components/use-texts";
import { type EntryFieldName, entryFieldNames, isForOrganisers } from "~/lib/entries/entry-values";
import type { FormLists } from "~/lib/entries/form-lists.server";
import { formatDate } from "~/lib/i18n/format-dates";
import type { Account } from "./entry-fields";
import { entryOptions, shownValues } from "./entry-options";

interface EntryPrintProps {
	readonly account: Account;
	readonly values: Readonly<Record<EntryFieldName, string>>;
	readonly lists: FormLists;
	/** Whether an organiser prints the entry, with the organisers' fields. */
	readonly organisers?: boolean;
}

/** Replaces the form on paper. Screens do not show it. */
export function EntryPrint({ account, values, lists, organisers = false }: EntryPrintProps) {
	const { t, language, classNameOf } = useTexts();
	const shownOf = shownValues(
		entryOptions(lists, values.competitionClass, { nameOf: classNameOf, language }),
		t,
	);
	const shown = (name: EntryFieldName) =>
		name === "birthDate" && values.birthDate
			? formatDate(values.birthDate, language)
			: shownOf(name, values[name]);
	const names = entryFieldNames
		.filter((name) => organisers || !isForOrganisers(name))
		// Editions that take nothing for nights do not ask for them.
		.filter((name) => name !== "nights" || values.nights !== "");
	return (
		<section className="entry-sheet mb-4 hidden print:block">
			<dl className="facts">
				<dt>{t("registration.section.pilot")}</dt>
				<dd>
					{account.name} {account.surname}
				</dd>
				<dt>{t("registration.field.email")}</dt>
				<dd>{account.email}</dd>
				{names.map((name) => (
					<Fragment key={name}>
						<dt>{t(`registration.field.${name}`)}</dt>
						<dd className="whitespace-pre-line">{shown(name) || "–"}</dd>
					</Fragment>
				))}
			</dl>
		</section>
	);
}
