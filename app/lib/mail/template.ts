import type { TFunction } from "i18next";
import type { Ctx } from "~/lib/context";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";

/** A piece of a mail's body; text and HTML are both made from it, and nothing in it is taken for HTML. */
export type MailBlock =
	/** Text; its line breaks are kept. */
	| { readonly kind: "paragraph"; readonly text: string }
	/** A link on a line of its own. */
	| { readonly kind: "link"; readonly text: string; readonly href: string }
	/** Names and values, one pair a line. */
	| { readonly kind: "details"; readonly rows: readonly (readonly [name: string, value: string])[] };

export interface MailContent {
	readonly subject: string;
	/** Between the greeting and the signature, which are the same in every mail. */
	readonly blocks: readonly MailBlock[];
}

/** What a template may use. */
export interface MailTools {
	/** Texts in the recipient's language. */
	readonly t: TFunction;
	readonly language: Language;
	readonly edition: Edition;
	/** Address of a page of the edition, for people outside. @param path begins with a slash */
	readonly link: (path: string) => string;
	/** The queued row and the context of its sender, for the rare mail that needs more than its payload. */
	readonly mail: {
		readonly recipient: string;
		readonly userId: string | null;
		readonly createdAt: Date;
	};
	readonly ctx: Ctx;
}

/**
 * Makes a mail from its payload when it is sent. Null withdraws a mail that nobody should get any more, such as
 * one to an account that is gone.
 */
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
