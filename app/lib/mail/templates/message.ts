import { type MailContent, type MailTemplate, paragraph } from "~/lib/mail/template";

interface Message {
	readonly subject: string;
	/** Paragraphs are set apart by an empty line. */
	readonly body: string;
}

/** What stands in a message, the same for every recipient. */
export function messageContent({ subject, body }: Message): MailContent {
	const paragraphs = body.split(/\n\s*\n/).filter((text) => text.trim() !== "");
	return { subject, blocks: paragraphs.map(paragraph) };
}

/** What an organiser writes to people with an account, word by word. */
export const message: MailTemplate<Message> = (payload) => messageContent(payload);
