import type { MailPayloads } from "~/lib/db/mail-to";
import { type MailContent, type MailTemplate, paragraph } from "./template";

type Message = MailPayloads["message"];

/** Needs no tools, so that the page can preview it for every recipient at once. */
export function messageContent({ subject, body }: Message): MailContent {
	const paragraphs = body.split(/\n\s*\n/).filter((text) => text.trim() !== "");
	return { subject, blocks: paragraphs.map(paragraph) };
}

export const message: MailTemplate<Message> = (payload) => messageContent(payload);
