import type { Ctx } from "~/lib/context";
import { nameOfClass } from "~/lib/editions/classes";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type QrPath, qrPath } from "~/lib/qr-code";
import { type TaskAddress, taskDeskPath, taskPath } from "./task-paths";

export interface TaskLink {
	readonly path: string;
	/** The text in words, as the page that shows it has no bytes to spare for texts of its own. */
	readonly text: string;
}

/** Link to the desk where the task of a class is uploaded, or its draft published. */
export function linkToDesk(
	{ edition, language }: Pick<Ctx, "edition" | "language">,
	task: TaskAddress & { readonly hasDraft: number },
): TaskLink {
	const { t } = textsOf(language);
	const values = {
		class: nameOfClass(edition, task.classType, language),
		day: formatDay(task.date, language),
	};
	return {
		path: taskDeskPath(task),
		text: t(task.hasDraft ? "taskLink.draft" : "taskLink.missing", values),
	};
}

/** A QR code of the page with the task: one scan, and a phone shows it. */
export function taskPageCode(
	{ edition, settings }: Pick<Ctx, "edition" | "settings">,
	task: TaskAddress,
): QrPath {
	return qrPath(`${editionOrigin(edition, settings)}${taskPath(task)}`);
}
