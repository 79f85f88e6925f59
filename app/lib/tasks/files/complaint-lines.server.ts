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
