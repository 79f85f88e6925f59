import { escapeXml } from "~/lib/escape";
import type { Language } from "~/lib/i18n/language";

export interface AtomItem {
	readonly id: string;
	readonly title: string;
	/** One paragraph per line, plain text. */
	readonly body: string;
	/** Language of the texts, where it is not that of the feed. */
	readonly lang?: Language | undefined;
	readonly author: { readonly name: string; readonly surname: string };
	readonly createdAt: Date;
	readonly updatedAt: Date;
	/** Absolute address of the item's page. Without one, the item stands on the page of the feed, under its id. */
	readonly url?: string;
}

export interface AtomFeed {
	/** Absolute address of the feed, which is also its id. */
	readonly selfUrl: string;
	/** Absolute address of the page with the news. */
	readonly pageUrl: string;
	readonly title: string;
	readonly language: Language;
	/** Time of a feed without items. */
	readonly emptySince: Date;
	readonly items: readonly AtomItem[];
}

/** Writes an Atom feed (RFC 4287) with the items in the given order. Titles and bodies are plain text. */
export function atomFeed({ selfUrl, pageUrl, title, language, emptySince, items }: AtomFeed): string {
	const times = items.map(({ updatedAt }) => updatedAt.getTime());
	const updated = items.length > 0 ? new Date(Math.max(...times)) : emptySince;
	return [
		'<?xml version="1.0" encoding="utf-8"?>',
		`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
		`<id>${escapeXml(selfUrl)}</id>`,
		`<title>${escapeXml(title)}</title>`,
		`<updated>${updated.toISOString()}</updated>`,
		`<link rel="self" type="application/atom+xml" href="${escapeXml(selfUrl)}"/>`,
		`<link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`,
		`<author><name>${escapeXml(title)}</name></author>`,
		...items.map((item) => entry(item, pageUrl)),
		"</feed>",
		"",
	].join("\n");
}

function entry(item: AtomItem, pageUrl: string): string {
	const own = `${pageUrl}#${encodeURIComponent(item.id)}`;
	const url = escapeXml(item.url ?? own);
	const lang = item.lang ? ` xml:lang="${item.lang}"` : "";
	return [
		"<entry>",
		`<id>${escapeXml(own)}</id>`,
		`<title${lang}>${escapeXml(item.title)}</title>`,
		`<published>${item.createdAt.toISOString()}</published>`,
		`<updated>${item.updatedAt.toISOString()}</updated>`,
		`<link rel="alternate" type="text/html" href="${url}"/>`,
		`<author><name>${escapeXml(`${item.author.name} ${item.author.surname}`.trim())}</name></author>`,
		`<content type="html"${lang}>${escapeXml(paragraphs(item.body))}</content>`,
		"</entry>",
	].join("\n");
}

/** The body as HTML, which the feed escapes once more. */
function paragraphs(body: string): string {
	return body
		.split(/\r\n|\r|\n/)
		.filter((line) => line.trim() !== "")
		.map((line) => `<p>${escapeXml(line)}</p>`)
		.join("");
}
