import type { TFunction } from "i18next";

/** An entry as the mails about it show it. */
export interface EntryInMail {
	readonly registrationId: string;
	readonly name: string;
	readonly surname: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly gliderType: string;
	readonly classType: string;
}

/** Who enters with what, as rows of a mail. */
export function entryRows(
	entry: EntryInMail,
	t: TFunction,
): readonly (readonly [name: string, value: string])[] {
	return [
		[t("registration.section.pilot"), `${entry.name} ${entry.surname}`],
		[t("registration.field.startNumber"), entry.startNumber],
		[t("registration.field.gliderType"), entry.gliderType],
		[t("registration.field.registrationNumber"), entry.registrationNumber],
		[t("registration.field.competitionClass"), t(`competitionClass.${entry.classType}`)],
	];
}
