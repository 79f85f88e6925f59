import type { TFunction } from "i18next";
import type { EntryFieldName } from "~/lib/entries/entry-values";
import type { FormLists } from "~/lib/entries/form-lists.server";
import { gliderName, isOfClass } from "~/lib/entries/gliders";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";

interface Option {
	readonly value: string;
	readonly label: string;
}

/**
 * The options of the entry form's selects.
 * @param nameOf what people call a class
 * @param classId the chosen class; without one there are no gliders
 */
export function entryOptions(
	lists: FormLists,
	classId: string,
	{
		nameOf,
		language,
	}: {
		readonly nameOf: (classType: string) => string;
		readonly language: Language;
	},
) {
	const classType = lists.competitionClasses.find(({ id }) => id === classId)?.type;
	return {
		nation: lists.nations,
		secondPilotNation: lists.nations,
		region: lists.regions.map(({ id, label }) => ({ value: id, label })),
		competitionClass: lists.competitionClasses.map(({ id, type }) => ({
			value: id,
			label: nameOf(type),
		})),
		gliderType: lists.gliderTypes
			.filter((type) => isOfClass(type, classType ?? ""))
			.map(({ id, name, index }) => ({
				value: id,
				label: `${gliderName(name)} (${formatNumber(index, language, [0, 2])})`,
			})),
		accommodationType: lists.accommodationTypes.map(({ id, label }) => ({ value: id, label })),
	} satisfies Record<string, readonly Option[]>;
}

/** What people read for a field's value: an option's label, yes or no, else the value itself. */
export function shownValues(options: Readonly<Record<string, readonly Option[]>>, t: TFunction) {
	return (name: EntryFieldName, value: string): string => {
		if (name === "hasEngine" || name === "registrationCompleted" || name === "isGuest")
			return t(value ? "common.yes" : "common.no");
		return options[name]?.find((option) => option.value === value)?.label ?? value;
	};
}
