import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { z } from "zod";
import { AccessDenied, asAdmin, asUser } from "~/lib/access";
import type { AdminCtx, Ctx, UserCtx } from "~/lib/context";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { complaints } from "~/lib/forms/fields";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { readJson, readUpload } from "~/lib/http/body.server";
import { describeError, logLine } from "~/lib/http/log.server";
import type { RefusalReason } from "~/lib/refusals";
import { type FieldErrors, type Refusal, type Result, refuse } from "~/lib/result";
import { refusalResponse, refuseMethod } from "./refusal-response.server";

type Params = Readonly<Record<string, string | undefined>>;
type Access = "all" | "user" | "admin";

interface Answer {
	readonly ok: true;
	readonly value: unknown;
	readonly status: number;
}

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

interface CallInput<C extends Ctx, B> {
	readonly ctx: C;
	readonly params: Params;
	readonly body: B;
	readonly url: URL;
	/** Whether only the headers are asked for. */
	readonly isHead: boolean;
}

type Run<C extends Ctx, B> = (input: CallInput<C, B>) => Promise<Result<unknown> | Answer | Response>;

interface JsonDefinition<C extends Ctx, B> extends CallDescription {
	readonly body: z.ZodType<B>;
	readonly upload?: never;
	readonly run: Run<C, B>;
}

interface UploadDefinition<C extends Ctx> extends CallDescription {
	readonly upload: readonly string[];
	readonly body?: never;
	readonly run: Run<C, FormData>;
}

/** Takes a file in a multipart body, or JSON. */
interface FileOrJsonDefinition<C extends Ctx, B> extends CallDescription {
	readonly body: z.ZodType<B>;
	readonly upload: readonly string[];
	readonly run: Run<C, B | FormData>;
}

interface PlainDefinition<C extends Ctx> extends CallDescription {
	readonly body?: never;
	readonly upload?: never;
	readonly run: Run<C, undefined>;
}

interface PublicDefinition extends PlainDefinition<Ctx> {
	/** A GET with it is answered from the edge cache for visitors. No call has query parameters that change the response. */
	readonly cached?: readonly [];
}

type Definition<C extends Ctx, B> =
	| JsonDefinition<C, B>
	| UploadDefinition<C>
	| FileOrJsonDefinition<C, B>
	| PlainDefinition<C>
	| PublicDefinition;

/** The type of the body that `run` gets follows from the definition's `body` or `upload`. */
interface CallMaker<C extends Ctx, Plain = PlainDefinition<C>> {
	<B>(definition: JsonDefinition<C, B>): Call;
	(definition: UploadDefinition<C>): Call;
	<B>(definition: FileOrJsonDefinition<C, B>): Call;
	(definition: Plain): Call;
}

/** One method of one path of the API. */
export interface Call extends CallDescription {
	readonly access: Access;
	readonly cached?: readonly [];
	readonly body?: z.ZodType;
	/** Names of the fields of a multipart body. The first one is the file, which alone is required. */
	readonly upload?: readonly string[];
	readonly handle: (
		ctx: Ctx,
		params: Params,
		request: Request,
	) => Promise<Result<unknown> | Answer | Response>;
}

export type Calls = Readonly<Partial<Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Call>>>;

function call<C extends Ctx, B>(access: Access, narrow: (ctx: Ctx) => C, definition: Definition<C, B>): Call {
	const { run, body, upload, ...description } = definition;
	return {
		...description,
		access,
		...(body ? { body } : {}),
		...(upload ? { upload } : {}),
		async handle(ctx, params, request) {
			// Access is checked before the body is read.
			const allowed = narrow(ctx);
			const given = { ctx: allowed, params, url: new URL(request.url), isHead: request.method === "HEAD" };
			const isJson = request.headers.get("Content-Type")?.startsWith("application/json") ?? false;
			if (upload && !(body && isJson)) {
				const form = await readUpload(request);
				if (!form.ok) return form;
				return (run as Run<C, FormData>)({ ...given, body: form.value });
			}
			if (!body) return (run as Run<C, undefined>)({ ...given, body: undefined });
			const json = await readJson(request);
			if (!json.ok) return json;
			const parsed = body.safeParse(json.value);
			if (!parsed.success) return invalid(fieldErrorsOf(parsed.error), description.allRequired);
			return (run as Run<C, B>)({ ...given, body: parsed.data });
		},
	};
}

export const forAll: CallMaker<Ctx, PublicDefinition> = <B>(definition: Definition<Ctx, B>) =>
	call("all", (ctx) => ctx, definition);

export const forUsers: CallMaker<UserCtx> = <B>(definition: Definition<UserCtx, B>) =>
	call("user", asUser, definition);

export const forAdmins: CallMaker<AdminCtx> = <B>(definition: Definition<AdminCtx, B>) =>
	call("admin", asAdmin, definition);

/** A success whose status is not the one of its definition. */
export function answer(value: unknown, status: number): Answer {
	return { ok: true, value, status };
}

function invalid(errors: FieldErrors, allRequired = false): Refusal {
	const missing = allRequired && Object.values(errors).includes(complaints.required);
	return refuse(missing ? "missing-fields" : "invalid-fields", errors);
}

/**
 * The loader and action of one path of the API. The loader carries the calls, for the API's description and the edge cache.
 * Routes export both by `export { action, loader }`: Remix cannot remove `export const { … }` from the client's build.
 */
export function endpoint(calls: Calls) {
	async function respond({
		request,
		params,
		context,
	}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
		const { ctx, tokenRefusal } = context;
		const method = request.method === "HEAD" ? "GET" : request.method;
		const found = calls[method as keyof Calls];
		if (!found) return refuseMethod(Object.keys(calls));
		try {
			if (found.access !== "all" && tokenRefusal) return refusalResponse(refuse(tokenRefusal));
			const result = await found.handle(ctx, params, request);
			if (result instanceof Response) return result;
			if (!result.ok) return refusalResponse(result);
			const status = "status" in result ? result.status : (found.status ?? 200);
			return Response.json(result.value, { status });
		} catch (error) {
			if (error instanceof AccessDenied) return refusalResponse(refuse(error.reason));
			logLine("error", "api", { requestId: ctx.requestId, ...describeError(error) });
			if (isDatabaseFailure(error)) return refusalResponse(refuse("unavailable"), { id: ctx.requestId });
			return refusalResponse(refuse("something-went-wrong"), { id: ctx.requestId });
		}
	}
	return { loader: Object.assign(respond, { calls }), action: respond };
}
