/**
 * Whether a reader takes gzip. On the platform the header is the same for all, and `cf` says what the reader has sent; without the
 * platform the header does.
 */
export function acceptsGzip(headers: Headers, cf: Request["cf"]): boolean {
	const accepted = cf?.clientAcceptEncoding ?? headers.get("Accept-Encoding");
	return typeof accepted === "string" && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted);
}

export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** @param length bytes that come out, so that a response of them has a Content-Length */
export function gunzip(compressed: Uint8Array<ArrayBuffer>, length: number): ReadableStream {
	return new Blob([compressed])
		.stream()
		.pipeThrough(new DecompressionStream("gzip"))
		.pipeThrough(new FixedLengthStream(length));
}
