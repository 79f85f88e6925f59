/** Whether the client has the response with this ETag: weak comparison, as for `If-None-Match` (RFC 9110, 13.1.2). */
export function matchesETag({ headers }: Pick<Request, "headers">, etag: string): boolean {
	const tags = headers.get("If-None-Match")?.split(",") ?? [];
	return tags.some((tag) => opaquePart(tag.trim()) === opaquePart(etag));
}

function opaquePart(etag: string): string {
	return etag.replace(/^W\//, "");
}
