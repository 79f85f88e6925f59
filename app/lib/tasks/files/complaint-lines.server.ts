import type { TFunction } from "i18next";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";
import type { FileComplaint } from "~db/schema";

/** The complaints about a file in words, each with its line. */
export function complaintLines(complaints: readonly FileComplaint[], language: Language): string[] {
	const { t } = textsOf(language);
	return complaints.map(({ line, complaint }) => {
		const text = complaintText(t, complaint);
		return line === null ? text : `${t("taskAdmin.upload.line", { line })}: ${text}`;
	});
}

/** "1. Lipovec: the zone has no size.": numbered as the table of the task. @param index of the point; null for the whole task */
export function aboutPoint(
	t: TFunction,
	points: readonly { readonly name: string }[],
	index: number | null,
	text: string,
): string {
	if (index === null) return text;
	const number = index === 0 ? t("task.start") : index === points.length - 1 ? t("task.finish") : `${index}.`;
	return `${number} ${points[index]?.name ?? ""}: ${text}`;
}
