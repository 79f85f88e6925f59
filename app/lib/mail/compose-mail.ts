import { escapeHtml } from "~/lib/escape";
import { type MailBlock, type MailContent, type MailTools, paragraph } from "./template";

export interface ComposedMail {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly attachments: readonly MailAttachment[];
}

/** A picture that the HTML of a mail shows as `cid:<name>`. */
export interface MailAttachment {
	readonly name: string;
	readonly alt: string;
	/** The PNG in base64. */
	readonly png: string;
}

/** The URL of a picture, for pages that show a mail. */
export function pictureUrl({ png }: MailAttachment): string {
	return `data:image/png;base64,${png}`;
}

/** Adds greeting and signature, and writes the mail as plain text and as HTML. */
export function composeMail(
	content: MailContent,
	{ t, language, edition }: Pick<MailTools, "t" | "language" | "edition">,
): ComposedMail {
	const blocks = [
		paragraph(t("mail.greeting")),
		...content.blocks,
		paragraph(
			edition.mailSignature?.map((line) => line[language]).join("\n") ??
				t("mail.signature", { title: edition.title }),
		),
	];
	// Titles of news and messages may hold line breaks, but a subject may not. No-break spaces stay: they hold dates together.
	const subject = content.subject.replace(/[^\S\u00a0]+/g, " ").trim();
	return {
		subject,
		text: `${blocks.map(textOf).join("\n\n")}\n`,
		html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f7fa;color:#0f1b2d;font:16px/1.5 sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d5dde6">
<p style="margin:0 0 16px;font-weight:bold">${escapeHtml(edition.title)}</p>
${blocks.map(htmlOf).join("\n")}
</div></body></html>`,
		attachments: content.blocks.flatMap((block) =>
			block.kind === "picture"
				? [{ name: block.name, alt: block.alt, png: Buffer.from(block.png).toString("base64") }]
				: [],
		),
	};
}

function textOf(block: MailBlock): string {
	switch (block.kind) {
		case "paragraph":
			return block.text;
		case "link":
			return `${block.text}:\n${block.href}`;
		case "details":
			return block.rows.map(([name, value]) => `${name}: ${value}`).join("\n");
		case "picture":
			return `${block.alt} (${block.name})`;
	}
}

function htmlOf(block: MailBlock): string {
	switch (block.kind) {
		case "paragraph":
			return `<p style="margin:0 0 16px">${linesOf(block.text)}</p>`;
		case "link":
			return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.href)}" style="color:#0b4f8a">${escapeHtml(block.text)}</a><br><small>${escapeHtml(block.href)}</small></p>`;
		case "details":
			return `<p style="margin:0 0 16px">${block.rows
				.map(([name, value]) => `${escapeHtml(name)}: <strong>${linesOf(value)}</strong>`)
				.join("<br>")}</p>`;
		case "picture":
			return `<p style="margin:0 0 16px"><img src="cid:${escapeHtml(block.name)}" alt="${escapeHtml(block.alt)}" width="${block.width}" style="display:block;max-width:100%;height:auto"></p>`;
	}
}

function linesOf(text: string): string {
	return escapeHtml(text).replaceAll("\n", "<br>");
}
