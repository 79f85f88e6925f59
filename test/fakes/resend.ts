import { failureQueue, type OrderedFailure } from "./failures";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";

/**
 * A fake of the Resend API over HTTP: `POST /emails` with a Bearer key and the semantics of `Idempotency-Key` (the same key and
 * body give the first answer and no second message; the same key with another body is 409). Give its address as `RESEND_BASE_URL`.
 *
 * Control, without authorization:
 * - `GET /__control/messages[?to=<address>]` `RecordedMessage[]`, oldest first
 * - `GET /__control/requests` `[{ idempotencyKey, status }]`, one for each attempt, status 0 for no answer
 * - `POST /__control/reset` no messages, no keys, no failures
 * - `POST /__control/failures` an `OrderedFailure`; `match` is looked for in the body (a recipient, say). Kinds: `status` (429, 500,
 *   422, …; with `retryAfter` in seconds), `acceptThenHang` (the message is taken, no answer comes), `hang`, `disconnect`
 */
export type ResendFailure = OrderedFailure<"status" | "acceptThenHang" | "hang" | "disconnect">;

export interface RecordedMessage {
	id: string;
	from: string;
	to: string[];
	subject: string;
	html: string | null;
	text: string | null;
	replyTo: string | null;
	attachments: RecordedAttachment[];
	idempotencyKey: string | null;
}

/** `content` is base64; one with a `contentId` is shown in the HTML as `cid:<contentId>`. */
export interface RecordedAttachment {
	filename: string;
	content: string;
	contentType: string | null;
	contentId: string | null;
}

export interface ResendFakeOptions {
	apiKey: string;
	port?: number;
}

const ERROR_NAMES: Record<number, string> = {
	401: "missing_api_key",
	403: "invalid_api_key",
	409: "invalid_idempotent_request",
	422: "validation_error",
	429: "rate_limit_exceeded",
};
const MAX_RECIPIENTS = 50;
/** Characters; the API wants fewer. */
const MAX_CONTENT_ID = 128;

/** Starts the fake on loopback. */
export async function startResendFake(options: ResendFakeOptions): Promise<RunningFake> {
	const failures = failureQueue<ResendFailure["kind"]>();
	const accepted = new Map<string, { body: string; id: string }>();
	let messages: RecordedMessage[] = [];
	let attempts: { idempotencyKey: string | null; status: number }[] = [];

	function control(request: FakeRequest): FakeAnswer {
		const to = request.url.searchParams.get("to");
		switch (`${request.method} ${request.url.pathname.replace("/__control/", "")}`) {
			case "GET messages":
				return { status: 200, json: messages.filter((message) => to === null || message.to.includes(to)) };
			case "GET requests":
				return { status: 200, json: attempts };
			case "POST reset":
				messages = [];
				attempts = [];
				accepted.clear();
				failures.clear();
				return { status: 204 };
			case "POST failures":
				failures.order(jsonBody(request) as ResendFailure);
				return { status: 204 };
			default:
				return error(404, "unknown control");
		}
	}

	/** Takes a message as the API does and answers with its id. */
	function accept(request: FakeRequest): FakeAnswer {
		if (!request.headers.authorization) return error(401, "Missing API key");
		if (request.headers.authorization !== `Bearer ${options.apiKey}`) return error(403, "API key is invalid");
		const key = idempotencyKey(request);
		if (key !== null && (key === "" || key.length > 256)) return error(400, "Idempotency key is invalid");
		const earlier = key === null ? undefined : accepted.get(key);
		if (earlier && earlier.body !== request.body) return error(409, "Same key, different request");
		if (earlier) return { status: 200, json: { id: earlier.id } };
		const message = readMessage(jsonBody(request), key);
		if (message === null)
			return error(422, "Missing or invalid `from`, `to`, `subject`, `html`, `text` or `attachments`");
		messages.push(message);
		if (key !== null) accepted.set(key, { body: request.body, id: message.id });
		return { status: 200, json: { id: message.id } };
	}

	function answerTo(request: FakeRequest): FakeAnswer {
		if (request.method !== "POST" || request.url.pathname !== "/emails") return error(404, "Not found");
		const failure = failures.take(request.body);
		if (!failure) return accept(request);
		if (failure.kind === "acceptThenHang") {
			const answer = accept(request);
			return typeof answer !== "string" && answer.status === 200 ? "hang" : answer;
		}
		if (failure.kind !== "status") return failure.kind;
		const answer = error(failure.status ?? 500, "Ordered failure", failure.name);
		return failure.retryAfter === undefined
			? answer
			: { ...answer, headers: { "Retry-After": String(failure.retryAfter) } };
	}

	return serve((request) => {
		if (request.url.pathname.startsWith("/__control/")) return control(request);
		const answer = answerTo(request);
		attempts.push({
			idempotencyKey: idempotencyKey(request),
			status: typeof answer === "string" ? 0 : answer.status,
		});
		return answer;
	}, options.port);
}

function error(
	status: number,
	message: string,
	name = ERROR_NAMES[status] ?? (status >= 500 ? "application_error" : "invalid_request"),
) {
	return { status, json: { statusCode: status, name, message } };
}

function idempotencyKey(request: FakeRequest): string | null {
	const header = request.headers["idempotency-key"];
	return typeof header === "string" ? header : null;
}

function readMessage(json: unknown, key: string | null): RecordedMessage | null {
	if (typeof json !== "object" || json === null) return null;
	const {
		from,
		to,
		subject,
		html = null,
		text = null,
		reply_to: replyTo = null,
		attachments = [],
	} = json as Record<string, unknown>;
	const recipients = typeof to === "string" ? [to] : to;
	if (!Array.isArray(recipients) || recipients.length === 0 || recipients.length > MAX_RECIPIENTS)
		return null;
	if (!recipients.every((address) => typeof address === "string" && address.includes("@"))) return null;
	if (typeof from !== "string" || !from.includes("@") || typeof subject !== "string" || subject === "")
		return null;
	const optional = (value: unknown) => (typeof value === "string" ? value : null);
	if (optional(html) === null && optional(text) === null) return null;
	const files = readAttachments(attachments);
	if (files === null) return null;
	return {
		id: crypto.randomUUID(),
		from,
		to: recipients,
		subject,
		html: optional(html),
		text: optional(text),
		replyTo: optional(replyTo),
		attachments: files,
		idempotencyKey: key,
	};
}

/** Null when one of them has no name, no content, or an identifier that is too long. */
function readAttachments(json: unknown): RecordedAttachment[] | null {
	if (!Array.isArray(json)) return null;
	const files: RecordedAttachment[] = [];
	for (const file of json) {
		const { filename, content, content_type: contentType = null, content_id: contentId = null } = file;
		if (typeof filename !== "string" || typeof content !== "string") return null;
		if (content === "" || Buffer.from(content, "base64").toString("base64") !== content) return null;
		if (contentId !== null && (typeof contentId !== "string" || contentId.length >= MAX_CONTENT_ID))
			return null;
		files.push({ filename, content, contentType, contentId });
	}
	return files;
}
