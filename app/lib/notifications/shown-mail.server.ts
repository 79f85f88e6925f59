import type { Ctx } from "~/lib/context";
import type { ComposedMail } from "~/lib/mail/compose-mail";
import type { OutboxRow } from "~/lib/mail/outbox.server";
import { taskPictures } from "~/lib/tasks/mail/task-pictures.server";
import { templateOf } from "./registry.server";
import { renderMail } from "./render-mail.server";

/** Kinds whose content needs no payload. */
const withoutPayload: readonly string[] = ["erasure-confirm", "password-changed", "password-reset"];

/** Stands where the sent mail has its token, which is made at sending and stored nowhere. */
const noToken = "…";

/**
 * A mail as it is sent, for organisers to read; its link has no token. Null when its content has been
 * erased, with an account or after its time, and for a kind of an older version of the application.
 */
export async function shownMail(ctx: Ctx, row: OutboxRow): Promise<Omit<ComposedMail, "html"> | null> {
	const erased =
		row.recipient === "" ||
		(Object.keys(row.payload as object).length === 0 && !withoutPayload.includes(row.kind));
	if (erased || !templateOf(row.kind)) return null;
	const mail = await renderMail(ctx, row, {
		token: async () => noToken,
		taskPictures: taskPictures(ctx),
	});
	return mail && { subject: mail.subject, text: mail.text, attachments: mail.attachments };
}
