import type { Ctx } from "~/lib/context";
import { classTypesOf, nameOfClass } from "~/lib/editions/classes";
import { instantOfLocal } from "~/lib/editions/prague-time";
import { formatDate, formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf, textsUnder } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { isOfRow, type Part, settingPart } from "./setting-parts";

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
			/** How many of the parts are rows of a list, behind which a blank one waits; null for other parts. */
			readonly rows: number | null;
	  };

/** What a choice says, or a tick, where there is none. */
const nothingChosen = "–";

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
			return { kind: "fields", name, label, parts: all(part.parts), rows: null };
		case "list": {
			const rows = part.rows.map((row, index) =>
				labelled(ctx, row, rowLabel(ctx, row, index === part.rows.length - 1 ? null : index + 1)),
			);
			return { kind: "fields", name, label, parts: rows, rows: rows.length - 1 };
		}
		case "choice": {
			const { t } = textsOf(ctx.language);
			const options = part.options.map((value) => ({
				value,
				label: value === "" ? nothingChosen : t(`settings.choice.${value}`),
			}));
			return { ...part, label, options };
		}
		default:
			return { ...part, label };
	}
}

/** The label of a row: its number and the name in it. @param number null for the blank row */
function rowLabel({ language }: Words, row: Part, number: number | null): string {
	const { t } = textsOf(language);
	if (number === null) return t("settings.part.newRow");
	const parts = row.kind === "group" ? row.parts : [];
	const named = parts.find(({ name }) => /\/(?:name|title)$/.test(name));
	const line =
		named?.kind === "group" ? named.parts.find(({ name }) => name.endsWith(`/${language}`)) : named;
	const name = line?.kind === "line" ? line.value : "";
	return name === "" ? t("settings.part.row", { number }) : `${number}. ${name}`;
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
	readonly label: string;
	readonly text: string;
}

/** The values of a part, in the order of the form. @param around the labels around the part */
function leavesOf(whole: LabelledPart, language: Language, around: readonly string[] = []): readonly Leaf[] {
	return partsIn(whole, around).flatMap(({ part, label }) =>
		part.kind === "fields" || isOfRow(part.name) ? [] : [{ label, text: textOf(part, language) }],
	);
}

/** Most values that people read in one line. */
const mostValues = 12;

/** The names of the rows of a setting, with their numbers. */
function rowsOf(part: LabelledPart): readonly string[] {
	if (part.kind !== "fields") return [];
	return part.parts.map(({ label }) => label).filter((label) => /^\d+\. ./.test(label));
}

/** Whether a setting has rows with more values than people read in one line. */
export function isLong(part: LabelledPart): boolean {
	return rowsOf(part).length > 0 && leavesOf(part, "cs").length > mostValues;
}

/** What a change was about, in one line. */
export function changesIn(before: LabelledPart, after: LabelledPart, language: Language): string {
	const changes = differencesOf(before, after, language).map((row) => {
		const name = row.name.slice(`${after.label}, `.length);
		return `${name}: ${row.before || "–"} → ${row.after || "–"}`;
	});
	return [...changes.slice(0, mostValues), ...(changes.length > mostValues ? ["…"] : [])].join(" · ");
}

/** The value in one line; of a long one the names of its rows. */
export function summaryOf(part: LabelledPart, language: Language): string {
	if (isLong(part)) return rowsOf(part).join(" · ");
	return (
		leavesOf(part, language)
			// The digest of a logo has 64 letters.
			.map(({ text }) => text.replace(/^\/(?:logos|sponsors)\/(.{8}).*/, "logo $1…"))
			.filter(Boolean)
			.join(" · ")
	);
}

/** A value that changes: the label of its field with those around it, and what it says before and after. */
export interface Difference {
	readonly name: string;
	readonly before: string;
	readonly after: string;
}

/** The values in which two forms of a setting differ. A row of a list is compared with itself, wherever it stood. */
export function differencesOf(before: LabelledPart, after: LabelledPart, language: Language): Difference[] {
	return differencesIn(before, after, [after.label], language);
}

/** @param labels of the part and of those around it */
function differencesIn(
	before: LabelledPart,
	after: LabelledPart,
	labels: readonly string[],
	language: Language,
): Difference[] {
	if (before.kind === "fields" && after.kind === "fields") {
		if (after.rows !== null) return differencesOfRows(before, after, labels, language);
		return after.parts.flatMap((part, index) => {
			const old = before.parts[index];
			if (!old || isOfRow(part.name)) return [];
			return differencesIn(old, part, [...labels, part.label], language);
		});
	}
	const [old, next] = [before, after].map((part) => contentOf(part, language));
	return old === next ? [] : [{ name: labels.join(", "), before: old ?? "", after: next ?? "" }];
}

type Fields = Extract<LabelledPart, { readonly kind: "fields" }>;

function differencesOfRows(
	before: Fields,
	after: Fields,
	labels: readonly string[],
	language: Language,
): Difference[] {
	const { t } = textsOf(language);
	const [old, next] = [filledRows(before), filledRows(after)];
	const partners = partnersOf(old, next, language);
	const called = (row: LabelledPart) => rowName(row) ?? contentOf(row, language);
	const gone = old.filter((row) => !partners.includes(row));
	const places = partners.flatMap((row) => (row ? [old.indexOf(row)] : []));
	const isMoved = places.some((place, index) => place < (places[index - 1] ?? 0));
	const inOrder = (rows: readonly LabelledPart[]) => rows.map(called).join(" · ");
	return [
		...next.flatMap((row, index) => {
			const partner = partners[index];
			return partner
				? differencesIn(partner, row, [...labels, row.label], language)
				: valuesOf(row, labels, language);
		}),
		...gone.map((row) => ({ name: [...labels, row.label].join(", "), before: called(row), after: "" })),
		...(isMoved
			? [
					{
						name: [...labels, t("settings.part.order")].join(", "),
						before: inOrder(old),
						after: inOrder(next),
					},
				]
			: []),
	];
}

const filledRows = ({ parts, rows }: Fields) => parts.slice(0, rows ?? 0);

/** What a row is called in its list; null without a name. */
function rowName({ label }: LabelledPart): string | null {
	return /^\d+\. (.+)$/.exec(label)?.[1] ?? null;
}

/** For each row what it was before: one that says the same, else one of its name, else the first that nobody else was. */
function partnersOf(
	old: readonly LabelledPart[],
	next: readonly LabelledPart[],
	language: Language,
): (LabelledPart | null)[] {
	const left = [...old];
	const taken = (found: number) => (found < 0 ? null : (left.splice(found, 1)[0] ?? null));
	const same = next.map((row) =>
		taken(left.findIndex((one) => contentOf(one, language) === contentOf(row, language))),
	);
	const named = next.map(
		(row, index) =>
			same[index] ?? taken(left.findIndex((one) => rowName(one) !== null && rowName(one) === rowName(row))),
	);
	return named.map((row) => row ?? taken(0));
}

/** What a new row says. */
function valuesOf(row: LabelledPart, around: readonly string[], language: Language): Difference[] {
	return leavesOf(row, language, around)
		.filter(({ text }) => text !== "" && text !== nothingChosen)
		.map(({ label, text }) => ({ name: label, before: "", after: text }));
}

/** All that a part says. */
function contentOf(part: LabelledPart, language: Language): string {
	return leavesOf(part, language)
		.map(({ text }) => text)
		.join(" · ");
}

function textOf(part: Exclude<LabelledPart, { readonly kind: "fields" }>, language: Language): string {
	if (part.kind === "check") return part.value ? "✓" : nothingChosen;
	if (part.kind === "choice") return part.options.find(({ value }) => value === part.value)?.label ?? "";
	if (part.type === "date" && part.value !== "") return formatDate(part.value, language);
	const instant = part.type === "datetime-local" ? instantOfLocal(part.value) : null;
	return instant ? formatDayAndTime(instant, language) : part.value;
}
