import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type ComposedMail, composeMail } from "~/lib/mail/compose-mail";
import type { OutboxRow } from "~/lib/mail/outbox.server";
import type { MailTools } from "~/lib/mail/template";
import { templateOf } from "./registry.server";

type Rendered = Pick<OutboxRow, "kind" | "language" | "payload">;

/** Null when the template withdraws the mail. */
export async function renderMail(
	{ edition, settings }: Ctx,
	{ kind, language, payload }: Rendered,
	made: Pick<MailTools, "token" | "taskPictures">,
): Promise<ComposedMail | null> {
	const template = templateOf(kind);
	if (!template) throw new Error(`There is no mail of the kind ${kind}`);
	const { t } = textsOf(language);
	const origin = editionOrigin(edition.year, settings);
	const content = await template(payload, {
		t,
		language,
		edition,
		link: (path) => `${origin}${path}`,
		...made,
	});
	return content && composeMail(content, { t, language, edition });
}
