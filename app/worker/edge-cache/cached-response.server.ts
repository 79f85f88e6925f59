import { sha256Hex } from "~/lib/digest";
import { matchesETag } from "~/lib/http/download.server";

/** Where a response came from, as the header `X-Edge-Cache` says. */
type EdgeCacheState = "HIT" | "MISS" | "STALE" | "BYPASS";

/** A response that can be sent again: everything but what is added for each request. */
export interface CachedResponse {
	/**
	 * Compressed with gzip, as nearly every reader takes it, and once: the platform would compress it anew for each of them, which costs
	 * more than to find it.
	 */
	readonly body: Uint8Array<ArrayBuffer>;
	/** Bytes of the body for readers who do not. */
	readonly length: number;
	/** All headers of a cached response: setting one anew costs more than copying it. */
	readonly headers: Headers;
	readonly etag: string;
	/** Milliseconds since 1970. */
	readonly storedAt: number;
}

/** Headers of one response alone. */
const ownHeaders = ["Set-Cookie", "X-Request-Id", "Content-Length"];

/** @param now milliseconds since 1970 */
export async function cacheResponse(response: Response, now: number): Promise<CachedResponse> {
	const body = new Uint8Array(await response.arrayBuffer());
	const [compressed, etag] = await Promise.all([gzip(body), etagOf(body)]);
	const headers = new Headers(response.headers);
	for (const name of ownHeaders) headers.delete(name);
	headers.set("ETag", etag);
	headers.set("Cache-Control", "public, max-age=0, must-revalidate");
	headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie");
	headers.set("Content-Encoding", "gzip");
	headers.set("X-Edge-Cache", "HIT");
	return { body: compressed, length: body.byteLength, headers, etag, storedAt: now };
}

/** Sends a cached response: 304 to a reader who has it, uncompressed to one who takes no gzip. */
export function respondFrom(cached: CachedResponse, request: Request, state: EdgeCacheState): Response {
	const { method, headers } = request;
	const isNotModified = state !== "STALE" && matchesETag(request, cached.etag);
	const compressed = !isNotModified && acceptsGzip(headers, request.cf);
	let body: BodyInit | null = null;
	if (!isNotModified && method !== "HEAD") {
		body = compressed ? cached.body : gunzip(cached.body, cached.length);
	}
	// Without "manual" the platform would compress a response again that says it is compressed.
	const response = new Response(body, {
		status: isNotModified ? 304 : 200,
		headers: cached.headers,
		encodeBody: "manual",
	});
	if (state !== "HIT") response.headers.set("X-Edge-Cache", state);
	if (!compressed) response.headers.delete("Content-Encoding");
	if (method === "HEAD" && !isNotModified) {
		response.headers.set("Content-Length", String(compressed ? cached.body.byteLength : cached.length));
	}
	return response;
}

/** Weak, because the same page leaves compressed and as it is. */
async function etagOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
	return `W/"${(await sha256Hex(body)).slice(0, 24)}"`;
}

/**
 * Whether a reader takes gzip. On the platform the header is the same for all, and `cf` says what the reader has sent; without the
 * platform the header does.
 */
function acceptsGzip(headers: Headers, cf: Request["cf"]): boolean {
	const accepted = cf?.clientAcceptEncoding ?? headers.get("Accept-Encoding");
	return typeof accepted === "string" && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted);
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** @param length bytes that come out, so that a response of them has a Content-Length */
function gunzip(compressed: Uint8Array<ArrayBuffer>, length: number): ReadableStream {
	return new Blob([compressed])
		.stream()
		.pipeThrough(new DecompressionStream("gzip"))
		.pipeThrough(new FixedLengthStream(length));
}
