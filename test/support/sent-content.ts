/** The body of an answer as a browser reads it: what was sent compressed, as it was before. */
export async function contentOf(response: Response): Promise<ArrayBuffer> {
	const sent = await response.arrayBuffer();
	// The answer to HEAD says how it would be compressed.
	if (response.headers.get("Content-Encoding") !== "gzip" || sent.byteLength === 0) return sent;
	return new Response(new Blob([sent]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
