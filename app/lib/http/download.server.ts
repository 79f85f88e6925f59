/** Types that a browser may show in its window. It saves all others. */
const shownInline = new Set(["application/pdf", "image/jpeg", "image/png", "image/gif", "image/webp"]);

/** Types that a browser could run. They are sent as plain bytes. */
const activeType = /html|svg|xml|script|xslt|shockwave/i;

interface Download {
	readonly name: string;
	readonly mimetype: string;
	/** Digest in hex. It becomes the ETag. */
	readonly sha256: string;
	/** Whether caches may store it. */
	readonly public: boolean;
}

/** Content-Disposition with the name in ASCII for old clients and in full (RFC 6266, RFC 8187). */
export function contentDisposition(name: string, kind: "attachment" | "inline"): string {
	const plain = name
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[^\w .()-]/g, "_");
	const whole = encodeURIComponent(name.replace(/\p{Cs}/gu, "_")).replace(
		/['()*!]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

export function safeType(mimetype: string): string {
	return activeType.test(mimetype) ? "application/octet-stream" : mimetype;
}

/** The ETag of a file, for conditional reads. @param sha256 digest in hex */
export function etagOf(sha256: string): string {
	return `"${sha256}"`;
}

/** Headers that keep an uploaded file from acting as a page of the site. */
export function downloadHeaders({ name, mimetype, sha256, public: isPublic }: Download): Headers {
	const type = safeType(mimetype);
	return new Headers({
		"Content-Type": type === "text/plain" || type === "text/csv" ? `${type}; charset=utf-8` : type,
		"Content-Disposition": contentDisposition(name, shownInline.has(type) ? "inline" : "attachment"),
		"Content-Security-Policy":
			"sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
		"X-Content-Type-Options": "nosniff",
		"Cross-Origin-Resource-Policy": "same-site",
		"Cache-Control": isPublic ? "public, no-cache" : "private, no-store",
		ETag: etagOf(sha256),
	});
}

/** Whether the client has the response with this ETag. It is the weak comparison of `If-None-Match` (RFC 9110, 13.1.2). */
export function matchesETag({ headers }: Pick<Request, "headers">, etag: string): boolean {
	const tags = headers.get("If-None-Match")?.split(",") ?? [];
	return tags.some((tag) => opaquePart(tag.trim()) === opaquePart(etag));
}

function opaquePart(etag: string): string {
	return etag.replace(/^W\//, "");
}

/** A file; its name is made of ASCII letters, digits, `-` and `.`. */
export interface CsvFile {
	readonly name: string;
	readonly text: string;
}

/** A CSV file that the browser saves. */
export function csvResponse({ name, text }: CsvFile): Response {
	return new Response(text, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${name}"`,
			"Cache-Control": "private, no-store",
		},
	});
}
