import type { Ctx } from "~/lib/context";
import { classTypesOf, nameOfClass } from "~/lib/editions/classes";
import { instantOfLocal } from "~/lib/editions/prague-time";
import { formatDate, formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf, textsUnder } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { type Part, settingPart } from "./setting-parts";

/** What the words of a form depend on. */
type Words = Pick<Ctx, "edition" | "language">;

/** A part with the label of its field, or the legend of its fields. */
export type LabelledPart =
	| (Exclude<Part, { readonly kind: "group" | "list" | "choice" }> & { readonly label: string })
	| {
			readonly kind: "choice";
			readonly name: string;
			readonly label: string;
			readonly value: string;
			readonly options: readonly { readonly value: string; readonly label: string }[];
	  }
	| {
			readonly kind: "fields";
			readonly name: string;
			readonly label: string;
			readonly parts: readonly LabelledPart[];
	  };

/** The form of a setting with its labels. @param value one of its schema, or what was typed instead */
export function labelledSetting(ctx: Words, key: string, value: unknown): LabelledPart {
	const part = settingPart(key, value, classTypesOf(ctx.edition));
	return labelled(ctx, part, textsOf(ctx.language).t(`settings.field.${key}`));
}

/** @param label of the whole; that of a part comes from its name */
function labelled(ctx: Words, part: Part, label: string): LabelledPart {
	const { name } = part;
	const all = (parts: readonly Part[]) => parts.map((child) => labelled(ctx, child, labelOf(ctx, child)));
	switch (part.kind) {
		case "group":
			return { kind: "fields", name, label, parts: all(part.parts) };
		case "list":
			return { kind: "fields", name, label, parts: all(part.rows) };
		case "choice": {
			const { t } = textsOf(ctx.language);
			const options = part.options.map((value) => ({
				value,
				label: value === "" ? "–" : t(`settings.choice.${value}`),
			}));
			return { ...part, label, options };
		}
		default:
			return { ...part, label };
	}
}

/** The label of a part; one that is named by a class has the name of that class. */
function labelOf({ edition, language }: Words, { name }: Part): string {
	const last = name.slice(name.lastIndexOf("/") + 1);
	if (/^\d+$/.test(last)) return textsOf(language).t("settings.part.row", { number: Number(last) + 1 });
	return textsUnder(language, "settings.part.")[last] ?? nameOfClass(edition, last, language);
}

/** A part and those in it, in the order of the form, each with its label and those around it. */
function partsIn(
	part: LabelledPart,
	around: readonly string[] = [],
): readonly { readonly part: LabelledPart; readonly label: string }[] {
	const labels = [...around, part.label];
	const within = part.kind === "fields" ? part.parts.flatMap((child) => partsIn(child, labels)) : [];
	return [{ part, label: labels.join(", ") }, ...within];
}

/** The labels of all fields of a part by their names, in the order of the form. */
export function labelsIn(part: LabelledPart): Readonly<Record<string, string>> {
	return Object.fromEntries(partsIn(part).map(({ part: { name }, label }) => [name, label]));
}

/** A value of a part: the label of its field with those around it, and the value in words. */
interface Leaf {
	readonly name: string;
	readonly label: string;
	readonly text: string;
}

/** The values of a part, in the order of the form. */
function leavesOf(whole: LabelledPart, language: Language): readonly Leaf[] {
	return partsIn(whole).flatMap(({ part, label }) =>
		part.kind === "fields" ? [] : [{ name: part.name, label, text: textOf(part, language) }],
	);
}

/** The value in one line. */
export function summaryOf(part: LabelledPart, language: Language): string {
	return (
		leavesOf(part, language)
			// The digest of a logo has 64 letters.
			.map(({ text }) => text.replace(/^\/(?:logos|sponsors)\/(.{8}).*/, "logo $1…"))
			.filter(Boolean)
			.join(" · ")
	);
}

/** The values in which two forms of a setting differ, each as it is before and after. */
export function differencesOf(before: LabelledPart, after: LabelledPart, language: Language) {
	const [old, next] = [leavesOf(before, language), leavesOf(after, language)];
	const textIn = (leaves: readonly Leaf[], name: string) =>
		leaves.find((leaf) => leaf.name === name)?.text ?? "";
	const longer = old.length > next.length ? old : next;
	return longer
		.map(({ name, label }) => ({ name: label, before: textIn(old, name), after: textIn(next, name) }))
		.filter((row) => row.before !== row.after);
}

function textOf(part: Exclude<LabelledPart, { readonly kind: "fields" }>, language: Language): string {
	if (part.kind === "check") return part.value ? "✓" : "–";
	if (part.kind === "choice") return part.options.find(({ value }) => value === part.value)?.label ?? "";
	if (part.type === "date" && part.value !== "") return formatDate(part.value, language);
	const instant = part.type === "datetime-local" ? instantOfLocal(part.value) : null;
	return instant ? formatDayAndTime(instant, language) : part.value;
}
