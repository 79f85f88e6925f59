import type { TFunction } from "i18next";
import type { MailPayloads } from "~/lib/db/mail-to";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";

/** A part of a mail's body, from which both its text and its HTML are made. Its characters are escaped in HTML. */
export type MailBlock =
	| { readonly kind: "paragraph"; readonly text: string }
	| { readonly kind: "link"; readonly text: string; readonly href: string }
	| { readonly kind: "details"; readonly rows: readonly (readonly [name: string, value: string])[] }
	| PictureBlock;

/** A PNG that is attached to the mail, as most programs load no pictures from other hosts. */
interface PictureBlock {
	readonly kind: "picture";
	/** File name in ASCII, unique in its mail. */
	readonly name: string;
	/** A description of all that the picture shows, also for the plain text. */
	readonly alt: string;
	readonly png: Uint8Array;
	/** Width in pixels of a mail that is 552 wide. */
	readonly width: number;
}

export interface MailContent {
	readonly subject: string;
	/** The body without greeting and signature, which `composeMail` adds. */
	readonly blocks: readonly MailBlock[];
}

/**
 * What a link does: it sets a new password, verifies an address, undoes its change, confirms an erasure or that a flight log is
 * the recipient's, or accepts an invitation.
 */
export type TokenPurpose = "reset" | "confirm" | "undo" | "erase" | "own-log" | "invitation";

/** A PNG. */
export interface Picture {
	readonly width: number;
	readonly height: number;
	readonly png: Uint8Array;
}

export interface TaskPictures {
	readonly map: Picture;
	/** The QR code that instruments scan. */
	readonly code: Picture;
}

export interface MailTools {
	/** Translates into the recipient's language, which is `language`. */
	readonly t: TFunction;
	readonly language: Language;
	readonly edition: Edition;
	/** The absolute address of a page. @param path begins with a slash */
	readonly link: (path: string) => string;
	/** Makes the token of the mail's link; null when the link would have nothing left to do. Only a mail that is sent gets one. */
	readonly token: (purpose: TokenPurpose) => Promise<string | null>;
	/** Null when they could not be made: the mail is then sent without pictures. */
	readonly taskPictures: (taskId: string) => Promise<TaskPictures | null>;
}

/** Makes a mail when it is sent. It returns null to withdraw the mail, for example when the account was erased meanwhile. */
export type MailTemplate<P> = (
	payload: P,
	tools: MailTools,
) => MailContent | null | Promise<MailContent | null>;

export function paragraph(text: string): MailBlock {
	return { kind: "paragraph", text };
}

export function link(text: string, href: string): MailBlock {
	return { kind: "link", text, href };
}

export function details(rows: readonly (readonly [name: string, value: string])[]): MailBlock {
	return { kind: "details", rows };
}

export function picture(block: Omit<PictureBlock, "kind">): MailBlock {
	return { kind: "picture", ...block };
}

type Message = MailPayloads["message"];

/** Makes a message. It needs no tools, so the page can preview it for every recipient at once. */
export function messageContent({ subject, body }: Message): MailContent {
	const paragraphs = body.split(/\n\s*\n/).filter((text) => text.trim() !== "");
	return { subject, blocks: paragraphs.map(paragraph) };
}

export const message: MailTemplate<Message> = (payload) => messageContent(payload);
