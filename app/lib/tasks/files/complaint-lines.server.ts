import type { TFunction } from "i18next";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";
import type { FileComplaint } from "~db/schema";

/** Complaints about an airspace as a whole. Their text is its name. */
const aboutSpaces: ReadonlySet<string> = new Set(
	["noClass", "noLimits", "noOutline", "longOutline", "upsideDown"].map((key) => `task.file.${key}`),
);

/** The airspace that is missing because of a complaint; null without one. */
function missingSpace(complaint: string): string | null {
	const [key = "", query = ""] = complaint.split("?");
	const values = new URLSearchParams(query);
	return values.get("space") ?? (aboutSpaces.has(key) ? values.get("text") : null);
}

/** The complaints about a file in words, each with its line. */
export function complaintLines(complaints: readonly FileComplaint[], language: Language): string[] {
	const { t } = textsOf(language);
	return complaints.map(({ line, complaint }) => {
		const text = complaintText(t, complaint);
		const space = missingSpace(complaint);
		if (space !== null) return t("task.file.missingSpace", { space, line, reason: text });
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
