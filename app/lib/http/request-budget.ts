/*
 * What one request may hold. Everything is counted on the address or on the bytes of the body, before anything parses them: for some
 * inputs, parsers of libraries take the square of their length.
 */

/** Characters. */
const longestPath = 2_048;
const mostSegments = 32;
/** Paths that one request may ask Remix's manifest for. Links of the site never ask ahead, so a page asks for one or two. */
const mostManifestPaths = 20;
const mostManifestSegments = 8;
/** Fields of a form. */
export const mostFields = 200;
/** Bytes of the names and types of a part. A file name has 255 characters at most. */
const longestPartHead = 2_048;

/** Whether an address is short enough to be looked up. */
export function fitsBudget({ pathname, searchParams }: URL): boolean {
	if (pathname.length > longestPath || countSegments(pathname) > mostSegments) return false;
	if (!pathname.endsWith("/__manifest")) return true;
	const paths = searchParams.getAll("p");
	return (
		paths.length <= mostManifestPaths &&
		paths.every((path) => path.length <= longestPath && countSegments(path) <= mostManifestSegments)
	);
}

function countSegments(path: string): number {
	return path.split("/").length - (path.startsWith("/") ? 1 : 0);
}

/**
 * Whether a form has at most `most` fields, and none of its parts a long head, counted on its bytes.
 * @param type the Content-Type of the body
 */
export function fitsFormBudget(bytes: Uint8Array, type: string, most: number): boolean {
	const multipart = /^\s*multipart\//i.test(type);
	const delimiter = multipart ? `--${boundaryOf(type)}` : "&";
	// A multipart body begins and ends with a delimiter, in an urlencoded one they stand between the fields.
	const allowed = multipart ? most + 1 : most - 1;
	const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = -1;
	for (let count = 0; count <= allowed; count++) {
		at = body.indexOf(delimiter, at + 1);
		if (at < 0) return true;
		if (multipart && !hasShortHead(body.subarray(at + delimiter.length))) return false;
	}
	return false;
}

/** Whether a part, or the end of the form, begins here. The parser takes a second for a name of 9 MB. */
function hasShortHead(rest: Buffer): boolean {
	return rest.subarray(0, 2).equals(endMark) || rest.subarray(0, longestPartHead).includes("\r\n\r\n");
}

const endMark = Buffer.from("--");

function boundaryOf(type: string): string {
	const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
	return quoted ?? plain ?? "";
}
