import { largestFile } from "~/lib/forms/limits";
import { done, type Result, refuse } from "~/lib/result";
import { boundaryOf, fitsFormBudget, mostFields } from "./request-budget";

/** Bytes. */
export const largestForm = 64 * 1024;
/** Bytes of the other fields and the boundaries of a multipart body. */
const multipartOverhead = 64 * 1024;

type BodyRefusal = "bad-request" | "too-large" | "unsupported-type";

class TooLarge extends Error {}

/**
 * The body, limited in size. A body with a Content-Length is not counted again, because the platform cuts it at that length. Any
 * other body is counted while it is read, and throws TooLarge beyond the limit.
 * @param limit bytes
 */
function limitedBody(
	request: Request,
	limit: number,
): Result<ReadableStream<Uint8Array> | null, "too-large"> {
	const announced = request.headers.get("Content-Length");
	if (announced !== null) return Number(announced) > limit ? refuse("too-large") : done(request.body);
	let size = 0;
	const counter = new TransformStream<Uint8Array, Uint8Array>({
		transform(part, controller) {
			size += part.byteLength;
			if (size > limit) controller.error(new TooLarge());
			else controller.enqueue(part);
		},
	});
	return done(request.body?.pipeThrough(counter) ?? null);
}

async function readBytes(request: Request, limit: number): Promise<Result<ArrayBuffer, BodyRefusal>> {
	const body = limitedBody(request, limit);
	if (!body.ok) return body;
	try {
		return done(await new Response(body.value).arrayBuffer());
	} catch (error) {
		return refuse(error instanceof TooLarge ? "too-large" : "bad-request");
	}
}

function contentType(request: Request): string {
	return (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

interface FormRules {
	/** Most fields of the form. */
	readonly most?: number;
	/** Names of fields that may stand in the form more than once. */
	readonly repeated?: readonly string[];
}

async function readFormOf(
	request: Request,
	types: readonly string[],
	limit: number,
	{ most = mostFields, repeated = [] }: FormRules = {},
): Promise<Result<FormData, BodyRefusal>> {
	const type = contentType(request);
	if (!types.includes(type)) return refuse("unsupported-type");
	const multipart = type === "multipart/form-data";
	const boundary = multipart ? boundaryOf(request.headers.get("Content-Type") ?? "") : null;
	if (multipart && boundary === null) return refuse("bad-request");
	const bytes = await readBytes(request, limit);
	if (!bytes.ok) return bytes;
	if (!fitsFormBudget(new Uint8Array(bytes.value), boundary, most)) return refuse("too-large");
	// The parser gets the header anew, so that it takes the same boundary that was counted.
	const headers = { "Content-Type": boundary === null ? type : `${type}; boundary="${boundary}"` };
	try {
		const form = await new Response(bytes.value, { headers }).formData();
		const names = [...form.keys()].filter((name) => !repeated.includes(name));
		return new Set(names).size < names.length ? refuse("bad-request") : done(ownFields(form));
	} catch {
		return refuse("bad-request");
	}
}

/**
 * Names that conform reserves, and names that it parses as paths into lists and groups. No form of the site has such fields. A
 * client could use them to make its parser throw or run for minutes: `email[4000000000]` is a list of that length.
 */
const foreignName = /^__(?:intent|state)__$|[.[\]]/;

function ownFields(form: FormData): FormData {
	const own = new FormData();
	for (const [name, value] of form) if (!foreignName.test(name)) own.append(name, value);
	return own;
}

/** Reads the fields of a form of at most 64 kB and, without other rules, 200 fields of different names. */
export function readForm(request: Request, rules?: FormRules): Promise<Result<FormData, BodyRefusal>> {
	const types = ["application/x-www-form-urlencoded", "multipart/form-data"];
	return readFormOf(request, types, largestForm, rules);
}

/** Reads the fields of a form with a file of at most 10 MB. */
export function readUpload(request: Request): Promise<Result<FormData, BodyRefusal>> {
	return readFormOf(request, ["multipart/form-data"], largestFile + multipartOverhead);
}

/** Reads the fields of a form with several files in one field, all together at most `most` bytes. @param name name of that field */
export function readFiles(
	request: Request,
	name: string,
	most: number,
): Promise<Result<FormData, BodyRefusal>> {
	return readFormOf(request, ["multipart/form-data"], most + multipartOverhead, { repeated: [name] });
}

/** Reads a JSON object of at most 64 kB. */
export async function readJson(request: Request): Promise<Result<Record<string, unknown>, BodyRefusal>> {
	if (contentType(request) !== "application/json") return refuse("unsupported-type");
	const bytes = await readBytes(request, largestForm);
	if (!bytes.ok) return bytes;
	try {
		const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value)) as unknown;
		if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("bad-request");
		return done(value as Record<string, unknown>);
	} catch {
		return refuse("bad-request");
	}
}

/** Whether a form brings files. */
export function isUpload(request: Request): boolean {
	return contentType(request) === "multipart/form-data";
}

/** Returns what a page has read. @throws the response to a refused body */
export function bodyOf<Body>(read: Result<Body, BodyRefusal>): Body {
	if (!read.ok) throw refusedBody(read.reason);
	return read.value;
}

/** The response that pages throw for a refused body. */
export function refusedBody(reason: BodyRefusal): Response {
	const status = { "bad-request": 400, "too-large": 413, "unsupported-type": 415 }[reason];
	return new Response(null, { status, statusText: reason });
}
