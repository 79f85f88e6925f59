import { z } from "zod";
import { asStaff, asUser } from "~/lib/access";
import type { Ctx, StaffCtx, UserCtx } from "~/lib/context";
import { complaints } from "~/lib/forms/fields";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import type { RefusalReason } from "~/lib/refusals";
import { done, type FieldErrors, type Refusal, type Result, refuse } from "~/lib/result";
import type { Right } from "~/lib/rights";
import { readJson, readUpload } from "./body.server";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Access = "all" | "user" | "admin";

/** Names of what stands in braces. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | NamesIn<Rest>
	: never;

interface Answer {
	readonly ok: true;
	readonly value: unknown;
	readonly status: number;
}

type Outcome = Promise<Result<unknown> | Answer | Response>;

type FileType = "text/csv" | "application/zip" | "application/vnd.fai.igc";

interface CallDescription {
	readonly summary: string;
	/** Status of success; 200 when absent. */
	readonly status?: 200 | 201;
	/** Schema of the JSON, or the type of a file. */
	readonly response: z.ZodType | FileType;
	/** Every field of an account's form is required: a missing one is refused with the specification's "Please enter all fields". */
	readonly allRequired?: true;
	/** Body in the API's description, when `body` accepts more than clients should send. */
	readonly documentedBody?: z.ZodType;
	/** Schema of the response 503 of a health check, which is not a refusal. */
	readonly unhealthy?: z.ZodType;
	/** Refusals in the API's description, beside those that every call may give. */
	readonly refusals?: readonly RefusalReason[];
}

interface PublicDescription extends CallDescription {
	/** A GET with it is answered from the edge cache for visitors. */
	readonly cached?: true;
	/** The query parameters that change the response, with their values; another value counts as none. */
	readonly parameters?: readonly { readonly name: string; readonly values: readonly string[] }[];
}

type Body = z.ZodType | undefined;
type Upload = readonly string[] | undefined;

/** What `run` gets of a body: the JSON as its schema makes it, the form of an upload, or whichever of the two was sent. */
type BodyOf<B extends Body, U extends Upload> =
	| (B extends z.ZodType ? z.output<B> : never)
	| (U extends readonly string[] ? FormData : never);

interface CallInput<C extends Ctx, Path extends string, B> {
	readonly ctx: C;
	readonly params: Readonly<Record<NamesIn<Path>, string>>;
	readonly body: B;
	readonly url: URL;
	/** Whether only the headers are asked for. */
	readonly isHead: boolean;
}

interface Definition<C extends Ctx, Path extends string, B extends Body, U extends Upload> {
	readonly body?: B;
	/** Names of the fields of a multipart body. The first one is the file, which alone is required. */
	readonly upload?: U;
	readonly run: (input: CallInput<C, Path, BodyOf<B, U>>) => Outcome;
}

/**
 * Makes a row of the API. The types of what `run` gets follow from the path and from `body` or `upload`.
 * @param name method and path, with parameters in braces
 */
type CallMaker<C extends Ctx, Description = CallDescription> = <
	Path extends string,
	B extends Body = undefined,
	U extends Upload = undefined,
>(
	name: `${Method} ${Path}`,
	definition: Description & Definition<C, Path, B, U>,
) => Call;

/** One method of one path of the API. */
export interface Call extends PublicDescription {
	readonly method: Method;
	/** With parameters in braces, e.g. `/api/days/{dayId}`. */
	readonly path: string;
	/** The path as routes write it, e.g. `/api/days/:dayId`. */
	readonly route: string;
	readonly access: Access;
	readonly body?: z.ZodType;
	readonly upload?: readonly string[];
	readonly handle: (ctx: Ctx, params: Readonly<Record<string, string>>, request: Request) => Outcome;
}

/** Makes calls for those whom `narrow` lets through; it throws AccessDenied for the others. */
function callsFor<C extends Ctx>(access: Access, narrow: (ctx: Ctx) => C): CallMaker<C, PublicDescription> {
	return (name, { run, ...definition }) => {
		const [method, path] = name.split(" ") as [Method, string];
		return {
			...definition,
			method,
			path,
			route: path.replace(/\{(\w+)\}/g, ":$1"),
			access,
			async handle(ctx, params, request) {
				// Access is checked before the body is read.
				const allowed = narrow(ctx);
				const body = await readBody(request, definition);
				if (!body.ok) return body;
				const isHead = request.method === "HEAD";
				const input = { ctx: allowed, params, body: body.value, url: new URL(request.url), isHead };
				return run(input as Parameters<typeof run>[0]);
			},
		};
	};
}

type Accepted = Pick<Call, "body" | "upload" | "allRequired">;

async function readBody(request: Request, { body, upload, allRequired }: Accepted): Promise<Result<unknown>> {
	const isJson = request.headers.get("Content-Type")?.startsWith("application/json") ?? false;
	if (upload && !(body && isJson)) return readUpload(request);
	if (!body) return done(undefined);
	const json = await readJson(request);
	if (!json.ok) return json;
	const parsed = body.safeParse(json.value);
	return parsed.success ? done(parsed.data) : invalid(fieldErrorsOf(parsed.error), allRequired);
}

export const forAll: CallMaker<Ctx, PublicDescription> = callsFor("all", (ctx) => ctx);

export const forUsers: CallMaker<UserCtx> = callsFor("user", asUser);

/** Makes calls for organisers and those whose role has a right. */
export function forStaff<R extends Right>(right: R): CallMaker<StaffCtx<R>> {
	return callsFor("admin", (ctx) => asStaff(ctx, right));
}

/** The JSON of what a use case has done; a refusal stays as it is. */
export async function asJson<T>(
	coming: Promise<Result<T>>,
	toJson: (value: T) => unknown,
): Promise<Result<unknown>> {
	const result = await coming;
	return result.ok ? done(await toJson(result.value)) : result;
}

/** Response of a call that has nothing to show. */
export const success = z.object({ success: z.literal(true) });

/** A success whose status is not the one of its definition. */
export function answer(value: unknown, status: number): Answer {
	return { ok: true, value, status };
}

function invalid(errors: FieldErrors, allRequired = false): Refusal {
	const missing = allRequired && Object.values(errors).includes(complaints.required);
	return refuse(missing ? "missing-fields" : "invalid-fields", errors);
}
