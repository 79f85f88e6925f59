import { done, type Refusal, type Result, refuse } from "../result";

/** Bytes. */
export const largestForm = 64 * 1024;
/** Bytes of an uploaded file. */
export const largestUpload = 10 * 1024 * 1024;
/** Room for the other fields and the boundaries of a multipart body. */
const multipartOverhead = 64 * 1024;

type BodyRefusal = "bad-request" | "too-large" | "unsupported-type";

/**
 * Reads the body up to a limit, whatever its Content-Length says.
 * @param limit bytes
 */
async function readBytes(
	request: Request,
	limit: number,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
	const announced = Number(request.headers.get("Content-Length") ?? 0);
	if (announced > limit) return refuse("too-large");
	const parts: Uint8Array[] = [];
	let size = 0;
	try {
		const reader = request.body?.getReader();
		for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
			size += read.value.byteLength;
			if (size > limit) {
				await reader?.cancel();
				return refuse("too-large");
			}
			parts.push(read.value);
		}
	} catch {
		return refuse("bad-request");
	}
	const bytes = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.byteLength;
	}
	return done(bytes);
}

function contentType(request: Request): string {
	return (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

async function readFormOf(
	request: Request,
	types: readonly string[],
	limit: number,
): Promise<Result<FormData, BodyRefusal>> {
	if (!types.includes(contentType(request))) return refuse("unsupported-type");
	const bytes = await readBytes(request, limit);
	if (!bytes.ok) return bytes;
	try {
		const type = request.headers.get("Content-Type") ?? "";
		return done(await new Response(bytes.value, { headers: { "Content-Type": type } }).formData());
	} catch {
		return refuse("bad-request");
	}
}

/** Names that conform uses between its own scripts; from outside they could only make its parser throw. */
const reservedNames = ["__intent__", "__state__"] as const;

/** The fields of a form, at most 64 kB of them. */
export async function readForm(request: Request): Promise<Result<FormData, BodyRefusal>> {
	const types = ["application/x-www-form-urlencoded", "multipart/form-data"];
	const form = await readFormOf(request, types, largestForm);
	if (form.ok) for (const name of reservedNames) form.value.delete(name);
	return form;
}

/** The fields of a form that carries a file of at most 10 MB. */
export function readUpload(request: Request): Promise<Result<FormData, BodyRefusal>> {
	return readFormOf(request, ["multipart/form-data"], largestUpload + multipartOverhead);
}

/** The JSON object that the request carries, at most 64 kB. */
export async function readJson(request: Request): Promise<Result<Record<string, unknown>, BodyRefusal>> {
	if (contentType(request) !== "application/json") return refuse("unsupported-type");
	const bytes = await readBytes(request, largestForm);
	if (!bytes.ok) return bytes;
	try {
		const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value));
		if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("bad-request");
		return done(value as Record<string, unknown>);
	} catch {
		return refuse("bad-request");
	}
}

/** Turns the refusal of a body into the response that pages throw. */
export function refusedBody(refusal: Refusal<BodyRefusal>): Response {
	const status = { "bad-request": 400, "too-large": 413, "unsupported-type": 415 }[refusal.reason];
	return new Response(null, { status, statusText: refusal.reason });
}
