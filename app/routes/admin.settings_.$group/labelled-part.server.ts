import type { AdminCtx } from "~/lib/context";
import { classTypesOf, nameOfClass } from "~/lib/editions/classes";
import { textsOf, textsUnder } from "~/lib/i18n/i18n.server";
import { type Part, settingPart } from "~/lib/season/setting-parts";

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
export function labelledSetting(ctx: AdminCtx, key: string, value: unknown): LabelledPart {
	const part = settingPart(key, value, classTypesOf(ctx.edition));
	return labelled(ctx, part, textsOf(ctx.language).t(`settings.field.${key}`));
}

/** @param label of the whole; that of a part comes from its name */
function labelled(ctx: AdminCtx, part: Part, label: string): LabelledPart {
	const { name } = part;
	const all = (parts: readonly Part[]) => parts.map((child) => labelled(ctx, child, labelOf(ctx, child)));
	switch (part.kind) {
		case "group":
			return { kind: "fields", name, label, parts: all(part.parts) };
		case "list":
			return { kind: "fields", name, label, parts: all(part.rows) };
		case "choice": {
			const { t } = textsOf(ctx.language);
			const options = part.options.map((value) => ({ value, label: t(`settings.choice.${value}`) }));
			return { ...part, label, options };
		}
		default:
			return { ...part, label };
	}
}

/** The label of a part; one that is named by a class has the name of that class. */
function labelOf({ edition, language }: AdminCtx, { name }: Part): string {
	const last = name.slice(name.lastIndexOf("/") + 1);
	if (/^\d+$/.test(last)) return textsOf(language).t("settings.part.row", { number: Number(last) + 1 });
	return textsUnder(language, "settings.part.")[last] ?? nameOfClass(edition, last, language);
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
