import { type MailTemplate, paragraph } from "../template";

interface Message {
	readonly subject: string;
	/** Paragraphs are set apart by an empty line. */
	readonly body: string;
}

/** What an organiser writes to competitors, word by word. */
export const message: MailTemplate<Message> = ({ subject, body }) => ({
	subject,
	blocks: body
		.split(/\n\s*\n/)
		.filter((text) => text.trim() !== "")
		.map(paragraph),
});
