import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";

interface ClassFormsProps {
	readonly published: boolean;
	readonly cancelled: boolean;
}

/** Shows or hides the class, and cancels its day. */
export function ClassForms({ published, cancelled }: ClassFormsProps) {
	const { t } = useTranslation();
	return (
		<Form method="post" className="toolbar">
			<div className="field">
				<label htmlFor="class-reason">{t("scoringAdmin.reason")}</label>
				<input id="class-reason" name="reason" required maxLength={300} />
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
	);
}
