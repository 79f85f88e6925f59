import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { limits } from "~/lib/forms/limits";

interface ClassFormsProps {
	readonly published: boolean;
	readonly cancelled: boolean;
}

/** Shows or hides the class, and cancels its day. */
export function ClassForms({ published, cancelled }: ClassFormsProps) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="whole-class" className="card card-surface">
			<h2 id="whole-class">{t("scoringAdmin.class")}</h2>
			<Form method="post">
				<div className="field">
					<label htmlFor="class-reason">{t("scoringAdmin.field.reason")}</label>
					<input id="class-reason" name="reason" required maxLength={limits.reason} autoComplete="off" />
				</div>
				<div className="button-row">
					<button type="submit" className="button" name="intent" value={published ? "hide" : "show"}>
						{t(published ? "scoringAdmin.hide" : "scoringAdmin.show")}
					</button>
					<button type="submit" className="button" name="intent" value={cancelled ? "restore" : "cancel"}>
						{t(cancelled ? "scoringAdmin.restore" : "scoringAdmin.cancel")}
					</button>
				</div>
			</Form>
		</section>
	);
}
