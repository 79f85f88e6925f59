import { largestForm } from "./body.server";
import { boundaryOf, mostFields } from "./request-budget";

/** What a form holds whose files were not kept. */
interface TypedFields {
	readonly form: FormData;
	/** Bytes of the files, by the names of their fields. */
	readonly files: Map<string, number>;
}

/** The end of the head of a part. */
const headEnd = "\r\n\r\n";

/**
 * What was typed into a form whose files are too large to be read, so that it is not lost: the files pass by, and none is kept. Empty when
 * the body is no such form, or was read already.
 */
export async function readTypedFields({ headers, body, bodyUsed }: Request): Promise<TypedFields> {
	const fields: TypedFields = { form: new FormData(), files: new Map() };
	const boundary = boundaryOf(headers.get("Content-Type") ?? "");
	if (boundary === null || body === null || bodyUsed) return fields;
	const delimiter = Buffer.from(`\r\n--${boundary}`);
	// The first delimiter begins the body.
	let part = Buffer.from("\r\n");
	let passed = 0;
	let most = mostFields;
	for await (const chunk of body) {
		part = Buffer.concat([part, chunk]);
		for (let end = part.indexOf(delimiter); end >= 0 && most > 0; end = part.indexOf(delimiter)) {
			takePart(fields, part.subarray(0, end), passed);
			part = part.subarray(end + delimiter.length);
			passed = 0;
			most -= 1;
		}
		if (part.length <= 2 * largestForm) continue;
		// The head stays, and what may begin a delimiter.
		const left = Buffer.concat([part.subarray(0, largestForm), part.subarray(-delimiter.length)]);
		passed += part.length - left.length;
		part = left;
	}
	return fields;
}

/** @param passed bytes of the part that were not kept */
function takePart({ form, files }: TypedFields, part: Buffer, passed: number): void {
	const end = Math.max(part.indexOf(headEnd), 0);
	const head = part.subarray(0, end).toString();
	const [, name] = /[; ]name="([^"]*)"/.exec(head) ?? [];
	if (name === undefined) return;
	const content = part.subarray(end + headEnd.length);
	if (head.includes("filename=")) files.set(name, content.length + passed);
	else if (passed === 0) form.append(name, content.toString());
}
