import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";

type Classes = Pick<Edition, "classes">;

/** The class of an edition by its key; undefined for one that its file does not have. */
function classOfType({ classes }: Classes, type: string) {
	return classes.find((one) => one.type === type);
}

/** The keys of the classes in the order in which they are listed. */
export function classTypesOf({ classes }: Classes): string[] {
	return classes.map(({ type }) => type);
}

/** What the file of a task does not say. @throws Error for a class that the file of the edition does not have */
export function taskDefaultsOf(edition: Classes, type: string) {
	const found = classOfType(edition, type);
	if (!found) throw new Error(`The edition's file has no class ${type}.`);
	return found.taskDefaults;
}

/** What people call a class; its key where the file of the edition does not have it. */
export function nameOfClass(edition: Classes, type: string, language: Language): string {
	return classOfType(edition, type)?.name[language] ?? type;
}
