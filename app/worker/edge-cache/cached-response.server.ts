import { acceptsGzip, gunzip, gzip } from "./gzip.server";

/** How an answer came about, as the header `X-Edge-Cache` says. */
export type EdgeCacheState = "HIT" | "MISS" | "STALE" | "BYPASS";

/** An answer that can be given again: everything but what is added for each request. */
export interface KeptAnswer {
	/** Compressed with gzip, as nearly every reader takes it. */
	readonly body: Uint8Array<ArrayBuffer>;
	/** Bytes of the body for readers who do not. */
	readonly length: number;
	/** All that a hit leaves with but what is said of each request: a header set anew costs more than a kept one. */
	readonly headers: Headers;
	readonly etag: string;
	/** Milliseconds since 1970. */
	readonly storedAt: number;
}

/** What belongs to one response and is never kept. */
const ofOneResponse = ["Set-Cookie", "X-Request-Id", "Content-Length"];

/**
 * Makes an answer one that can be given again.
 * @param now milliseconds since 1970
 */
export async function keepAnswer(response: Response, now: number): Promise<KeptAnswer> {
	const body = new Uint8Array(await response.arrayBuffer());
	const [compressed, etag] = await Promise.all([gzip(body), etagOf(body)]);
	const headers = new Headers(response.headers);
	for (const name of ofOneResponse) headers.delete(name);
	headers.set("ETag", etag);
	headers.set("Cache-Control", "public, max-age=0, must-revalidate");
	headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie");
	headers.set("Content-Encoding", "gzip");
	headers.set("X-Edge-Cache", "HIT");
	return { body: compressed, length: body.byteLength, headers, etag, storedAt: now };
}

/** The response to one reader from a kept answer: 304 when the reader has it already. */
export function respondFrom(answer: KeptAnswer, request: Request, state: EdgeCacheState): Response {
	const { method, headers } = request;
	const known = state !== "STALE" && knows(headers, answer.etag);
	const compressed = !known && acceptsGzip(headers, request.cf);
	let body: BodyInit | null = null;
	if (!known && method !== "HEAD") {
		body = compressed ? answer.body : gunzip(answer.body, answer.length);
	}
	// Unless told "manual", the platform compresses once more what says that it is compressed.
	const response = new Response(body, {
		status: known ? 304 : 200,
		headers: answer.headers,
		encodeBody: "manual",
	});
	if (state !== "HIT") response.headers.set("X-Edge-Cache", state);
	if (!compressed) response.headers.delete("Content-Encoding");
	if (method === "HEAD" && !known) {
		response.headers.set("Content-Length", String(compressed ? answer.body.byteLength : answer.length));
	}
	return response;
}

/** Weak comparison, as conditional reads ask for. */
function knows(headers: Headers, etag: string): boolean {
	const known = headers.get("If-None-Match");
	if (!known) return false;
	return known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
}

/** Weak, because the same page leaves compressed and as it is. */
async function etagOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).slice(0, 12);
	return `W/"${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}
