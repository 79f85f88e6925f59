/*
 * Limits of one request. All are checked on the address or on the bytes of the body, before anything parses them: for some inputs,
 * parsers of libraries take the square of their length.
 */

/** Length in characters. */
const longestPath = 2_048;
const mostSegments = 32;
/** Most paths that one request may ask Remix's manifest for. Links of the site do not prefetch, so a page asks for one or two. */
const mostManifestPaths = 20;
const mostManifestSegments = 8;
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
 * Whether a form has at most `most` fields, and no part with a long head. It counts on the bytes.
 * @param boundary separates the parts of a multipart form; null for an urlencoded one
 */
export function fitsFormBudget(bytes: Uint8Array, boundary: string | null, most: number): boolean {
	const multipart = boundary !== null;
	const delimiter = multipart ? `--${boundary}` : "&";
	// A multipart body begins and ends with a delimiter; in an urlencoded one, delimiters stand only between the fields.
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

/** Whether a part with a short head, or the end of the form, begins here. The parser takes a second for a name of 9 MB. */
function hasShortHead(rest: Buffer): boolean {
	return rest.subarray(0, 2).equals(endMark) || rest.subarray(0, longestPartHead).includes("\r\n\r\n");
}

const endMark = Buffer.from("--");

/** The header of RFC 2046, section 5.1.1. A space may stand inside a quoted boundary, not at its end. */
const multipartType =
	/^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'()+,./:=?-]{1,70})|"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])")[ \t]*$/i;

/**
 * The boundary of a multipart form. If the header had other parameters, our reader and the platform's could take different
 * boundaries, and would not count and parse the same parts.
 * @param type the Content-Type of the body
 * @returns null for a header that says more or less than the boundary
 */
export function boundaryOf(type: string): string | null {
	const [, plain, quoted] = multipartType.exec(type.trim()) ?? [];
	return plain ?? quoted ?? null;
}
