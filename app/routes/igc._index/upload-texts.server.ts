import type { UploadTexts } from "~/browser/uploads/upload-texts";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";

/** Texts of the script of the form, which knows no translations. */
export function uploadTexts(language: Language): UploadTexts {
	const { t } = textsOf(language);
	const field = (name: string) => ({
		label: t(`igc.field.${name}`),
		missing: complaintText(t, "form.field.required", name),
	});
	return {
		several: t("igc.field.igc.hint.several"),
		progress: t("igc.form.progress", { name: "{name}" }),
		receipt: t("igc.receipt.title"),
		refused: t("igc.submit.error"),
		lost: `${t("igc.submit.error")} ${t("igc.submit.offline")}`,
		waiting: {
			offline: t("igc.form.waits"),
			later: t("igc.form.waitsLater"),
			login: t("waiting.loginNeeded"),
			tryAgain: t("waiting.tryAgain"),
			discard: t("waiting.discard"),
		},
		file: {
			notIgc: t("igc.refused.notIgc"),
			empty: t("igc.refused.empty"),
			tooLarge: t("igc.refused.tooLarge"),
			alone: t("igc.form.alone"),
		},
		summary: t("form.summary.title"),
		titlePrefix: t("error.titlePrefix"),
		fields: { pilot: field("pilot"), day: field("day"), igc: field("igc") },
	};
}
