import { useTranslation } from "react-i18next";
import { ConfirmForm } from "~/components/confirm-form";
import type { ShownTask } from "./task-desk.server";

interface CancelConfirmationProps {
	/** The version in force. */
	readonly task: ShownTask;
	/** Number of competitors who get a mail. */
	readonly recipients: number;
	/** Path of the desk. */
	readonly back: string;
}

/** Asks before a version is cancelled, and says how many mails that sends. */
export function CancelConfirmation({ task: { view }, recipients, back }: CancelConfirmationProps) {
	const { t } = useTranslation();
	const { version } = view;
	return (
		<ConfirmForm
			title={t("cancellation.task.title", { version })}
			button={t("taskAdmin.cancel", { version })}
			returnTo={back}
		>
			<p>
				{recipients > 0 ? t("cancellation.task.mails", { count: recipients }) : t("cancellation.day.noMails")}{" "}
				{t("cancellation.task.after")}
			</p>
			<input type="hidden" name="id" value={view.id} />
			<input type="hidden" name="revision" value={view.revision} />
			<input type="hidden" name="intent" value="cancel" />
			<input type="hidden" name="confirmed" value="on" />
		</ConfirmForm>
	);
}
