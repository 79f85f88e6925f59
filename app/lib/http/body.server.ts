import { done, type Refusal, type Result, refuse } from "~/lib/result";

/** Bytes. */
export const largestForm = 64 * 1024;
/** Bytes of an uploaded file. */
export const largestUpload = 10 * 1024 * 1024;
/** Room for the other fields and the boundaries of a multipart body. */
const multipartOverhead = 64 * 1024;

type BodyRefusal = "bad-request" | "too-large" | "unsupported-type";

/** A body that grew beyond its limit. */
class TooLarge extends Error {}

/**
 * The body, to be read up to a limit whatever its Content-Length says. A body of an announced length goes through as
 * it is: the platform lets no more in, and megabytes are copied no more often than they must be. The others are
 * counted on their way; reading one that is too large throws TooLarge.
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

/** Reads a body in one of the ways of a Response. */
async function readAs<T>(
	request: Request,
	limit: number,
	read: (body: Response) => Promise<T>,
): Promise<Result<T, BodyRefusal>> {
	const body = limitedBody(request, limit);
	if (!body.ok) return body;
	const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
	try {
		return done(await read(new Response(body.value, { headers })));
	} catch (error) {
		return refuse(error instanceof TooLarge ? "too-large" : "bad-request");
	}
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
	const form = await readAs(request, limit, (body) => body.formData());
	return form.ok ? done(ownFields(form.value)) : form;
}

/**
 * Names that conform uses between its own scripts, and those it reads as paths into lists and groups, which no form of ours has. From
 * outside they could only make its parser throw, or count for minutes: `email[4000000000]` is a list of so many.
 */
const foreignName = /^__(?:intent|state)__$|[.[\]]/;

function ownFields(form: FormData): FormData {
	const own = new FormData();
	for (const [name, value] of form) if (!foreignName.test(name)) own.append(name, value);
	return own;
}

/** The fields of a form, at most 64 kB of them. */
export function readForm(request: Request): Promise<Result<FormData, BodyRefusal>> {
	const types = ["application/x-www-form-urlencoded", "multipart/form-data"];
	return readFormOf(request, types, largestForm);
}

/** The fields of a form that carries a file of at most 10 MB. */
export function readUpload(request: Request): Promise<Result<FormData, BodyRefusal>> {
	return readFormOf(request, ["multipart/form-data"], largestUpload + multipartOverhead);
}

/** The JSON object that the request carries, at most 64 kB. */
export async function readJson(request: Request): Promise<Result<Record<string, unknown>, BodyRefusal>> {
	if (contentType(request) !== "application/json") return refuse("unsupported-type");
	const read = await readAs(request, largestForm, async (body) => {
		const bytes = await body.arrayBuffer();
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
	});
	if (!read.ok) return read;
	const { value } = read;
	if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("bad-request");
	return done(value as Record<string, unknown>);
}

/** Turns the refusal of a body into the response that pages throw. */
export function refusedBody(refusal: Refusal<BodyRefusal>): Response {
	const status = { "bad-request": 400, "too-large": 413, "unsupported-type": 415 }[refusal.reason];
	return new Response(null, { status, statusText: refusal.reason });
}
