import type { Language } from "~/lib/i18n/language";
import type { Edition, EditionClass } from "~editions/schema";

type Classes = Pick<Edition, "classes">;

/** The class of an edition by its key; undefined when the edition's file does not have it. */
function classOfType({ classes }: Classes, type: string) {
	return classes.find((one) => one.type === type);
}

/** The keys of the classes in the order in which they are listed. */
export function classTypesOf({ classes }: Classes): string[] {
	return classes.map(({ type }) => type);
}

/** Compares classes by the order in which the edition's file has them; one that it does not have comes last. */
export function compareClasses(types: readonly string[], one: string, other: string): number {
	const placeOf = (type: string) => (types.includes(type) ? types.indexOf(type) : types.length);
	return placeOf(one) - placeOf(other);
}

/** Values that the file of a task leaves out. @throws Error for a class that the edition's file does not have */
export function taskDefaultsOf(edition: Classes, type: string) {
	const found = classOfType(edition, type);
	if (!found) throw new Error(`The edition's file has no class ${type}.`);
	return found.taskDefaults;
}

/** The name that people use for a class; its key when the edition's file does not have it. */
export function nameOfClass(edition: Classes, type: string, language: Language): string {
	return classOfType(edition, type)?.name[language] ?? type;
}

/** Clients of the API know these classes by these names; others have those of the edition. */
const knownNames: Readonly<Record<string, string>> = { club: "Klub", "18_meter": "Kombi" };

export function apiNameOfClass({ type, name }: Pick<EditionClass, "type" | "name">): string {
	return knownNames[type] ?? name.cs;
}
