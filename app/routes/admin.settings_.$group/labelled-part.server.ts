import type { TFunction } from "i18next";
import type { Part } from "~/lib/season/setting-parts";

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

/** @param label of the whole; that of a part comes from its name */
export function labelled(t: TFunction, part: Part, label: string): LabelledPart {
	const { name } = part;
	switch (part.kind) {
		case "group":
			return {
				kind: "fields",
				name,
				label,
				parts: part.parts.map((child) => labelled(t, child, labelOf(t, child))),
			};
		case "list":
			return {
				kind: "fields",
				name,
				label,
				parts: part.rows.map((row) => labelled(t, row, labelOf(t, row))),
			};
		case "choice":
			return {
				...part,
				label,
				options: part.options.map((value) => ({ value, label: t(`settings.choice.${value}`) })),
			};
		default:
			return { ...part, label };
	}
}

function labelOf(t: TFunction, { name }: Part): string {
	const last = name.slice(name.lastIndexOf("/") + 1);
	return /^\d+$/.test(last)
		? t("settings.part.row", { number: Number(last) + 1 })
		: t(`settings.part.${last}`);
}

/** Whether a person reads "yes" where the value is a tick. */
const tick = { true: "✓", false: "–" } as const;

/** The value in one line. */
export function summaryOf(part: LabelledPart): string {
	switch (part.kind) {
		case "fields":
			return part.parts.map(summaryOf).filter(Boolean).join(" · ");
		case "check":
			return tick[`${part.value}`];
		case "choice":
			return part.options.find(({ value }) => value === part.value)?.label ?? "";
		default:
			return part.type === "datetime-local" ? part.value.replace("T", " ") : part.value;
	}
}
