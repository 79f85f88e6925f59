import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { z } from "zod";
import { AccessDenied, requireAdmin, requireUser } from "~/lib/access";
import type { AdminCtx, Ctx, UserCtx } from "~/lib/context";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { fieldErrorsOf } from "~/lib/forms/field-errors";
import { readJson, readUpload } from "~/lib/http/body.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { serverText } from "~/lib/i18n/server-texts.server";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import { type FieldErrors, type Refusal, type Result, refuse } from "~/lib/result";

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
	/** Status of success. */
	readonly status?: 200 | 201;
	/** Shape of the JSON of the answer, or the type of a file. */
	readonly response: z.ZodType | FileType;
	/** The body as clients are told to send it, where more than that is taken. */
	readonly told?: z.ZodType;
	/** Shape of the answer 503 of a call that tells how things are instead of refusing. */
	readonly unwell?: z.ZodType;
	/** Refusals beside those that every call may give, for the description of the API. */
	readonly refusals?: readonly RefusalReason[];
}

interface CallInput<C extends Ctx, B> {
	readonly ctx: C;
	readonly params: Params;
	readonly body: B;
	readonly url: URL;
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

interface PlainDefinition<C extends Ctx> extends CallDescription {
	readonly body?: never;
	readonly upload?: never;
	readonly run: Run<C, undefined>;
}

type Definition<C extends Ctx, B> = JsonDefinition<C, B> | UploadDefinition<C> | PlainDefinition<C>;

/** Makes a call from its definition; what `run` gets as the body follows from the definition's `body` or `upload`. */
interface CallMaker<C extends Ctx> {
	<B>(definition: JsonDefinition<C, B>): Call;
	(definition: UploadDefinition<C>): Call;
	(definition: PlainDefinition<C>): Call;
}

/** One call of the API: who may use it, what it takes and what it answers. */
export interface Call extends CallDescription {
	readonly access: Access;
	readonly body?: z.ZodType;
	/** Names of the fields of a multipart body. */
	readonly upload?: readonly string[];
	readonly handle: (
		ctx: Ctx,
		params: Params,
		request: Request,
	) => Promise<Result<unknown> | Answer | Response>;
}

export type Calls = Readonly<Partial<Record<"GET" | "POST" | "PUT" | "DELETE", Call>>>;

function call<C extends Ctx, B>(access: Access, narrow: (ctx: Ctx) => C, definition: Definition<C, B>): Call {
	const { run, body, upload, ...description } = definition;
	return {
		...description,
		access,
		...(body ? { body } : {}),
		...(upload ? { upload } : {}),
		async handle(ctx, params, request) {
			// Who may is decided before anything of the body is read.
			const allowed = narrow(ctx);
			const url = new URL(request.url);
			if (upload) {
				const form = await readUpload(request);
				if (!form.ok) return form;
				return (run as Run<C, FormData>)({ ctx: allowed, params, url, body: form.value });
			}
			if (!body) return (run as Run<C, undefined>)({ ctx: allowed, params, url, body: undefined });
			const json = await readJson(request);
			if (!json.ok) return json;
			const parsed = body.safeParse(json.value);
			if (!parsed.success) return invalid(fieldErrorsOf(parsed.error));
			return (run as Run<C, B>)({ ctx: allowed, params, url, body: parsed.data });
		},
	};
}

/** A call for everybody. */
export const forAll: CallMaker<Ctx> = <B>(definition: Definition<Ctx, B>) =>
	call("all", (ctx) => ctx, definition);

/** A call for those who are logged in. */
export const forUsers: CallMaker<UserCtx> = <B>(definition: Definition<UserCtx, B>) =>
	call("user", requireUser, definition);

/** A call for organisers. */
export const forAdmins: CallMaker<AdminCtx> = <B>(definition: Definition<AdminCtx, B>) =>
	call("admin", requireAdmin, definition);

/** A success with another status than the call's own. */
export function answer(value: unknown, status: number): Answer {
	return { ok: true, value, status };
}

/** The refusal of an input whose fields are wrong. */
export function invalid(errors: FieldErrors): Refusal {
	const missing = Object.values(errors).some((key) => key.startsWith("form.field.required"));
	return refuse(missing ? "missing-fields" : "invalid-fields", errors);
}

/** The JSON of a refusal: `{msg}`, and `errors` where fields are to blame. */
export function refusalResponse(refusal: Refusal, extra: Readonly<Record<string, unknown>> = {}): Response {
	const errors = refusal.errors && {
		errors: Object.fromEntries(
			Object.entries(refusal.errors).map(([name, key]) => [name, key.split("?")[0]]),
		),
	};
	const headers = new Headers();
	if (refusal.retryAfter) headers.set("Retry-After", String(refusal.retryAfter));
	const msg = refusal.detail
		? complaintText(textsOf("en").t, refusal.detail)
		: serverText("en", refusal.reason);
	return Response.json({ msg, ...errors, ...extra }, { status: refusalStatus[refusal.reason], headers });
}

/** The refusal of a method that a path does not have. @param methods those it has */
export function refuseMethod(methods: readonly string[]): Response {
	const response = refusalResponse(refuse("method-not-allowed"));
	const allowed = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
	response.headers.set("Allow", [...allowed, "OPTIONS"].join(", "));
	return response;
}

/**
 * The loader and action of one path of the API. The calls hang on the loader as well, where the description of
 * the API finds them.
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
