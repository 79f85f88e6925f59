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
 * @param boundary between the parts of a multipart form; null for an urlencoded one
 */
export function fitsFormBudget(bytes: Uint8Array, boundary: string | null, most: number): boolean {
	const multipart = boundary !== null;
	const delimiter = multipart ? `--${boundary}` : "&";
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

/** RFC 2046, section 5.1.1. A space may stand inside a quoted boundary, not at its end. */
const multipartType =
	/^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'()+,./:=?-]{1,70})|"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])")[ \t]*$/i;

/**
 * The boundary of a multipart form. Of a header with other parameters, our reader and the platform's could take different boundaries, and
 * the parts that one counts would not be those that the other parses.
 * @param type the Content-Type of the body
 * @returns null for a header that says more or less than the boundary
 */
export function boundaryOf(type: string): string | null {
	const [, plain, quoted] = multipartType.exec(type.trim()) ?? [];
	return plain ?? quoted ?? null;
}
