/**
 * Whether a reader takes gzip: what it accepts names it, and not to rule it out. On the platform the header is the same
 * for all, and `cf` says what the reader itself has sent; without a platform in between the header does.
 */
export function acceptsGzip(headers: Headers, cf: Request["cf"]): boolean {
	const accepted = cf?.clientAcceptEncoding ?? headers.get("Accept-Encoding");
	return typeof accepted === "string" && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted);
}

export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/**
 * What `gzip` made small, as it was.
 * @param length of the bytes that come out; a response of them then says how long it is
 */
export function gunzip(compressed: Uint8Array<ArrayBuffer>, length: number): ReadableStream {
	return new Blob([compressed])
		.stream()
		.pipeThrough(new DecompressionStream("gzip"))
		.pipeThrough(new FixedLengthStream(length));
}
