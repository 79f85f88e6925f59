import { afterEach, expect, test, vi } from "vitest";
import { failureStatus, failureText, type RequestFailure, request } from "~/browser/request";

afterEach(() => vi.unstubAllGlobals());

function answerWith(answer: () => Promise<Response>): void {
	vi.stubGlobal("fetch", answer);
}

/** Waits as long as its caller lets it. */
function neverAnswer(_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<Response> {
	return new Promise((_resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason));
	});
}

async function failureOf(address: string, options = {}): Promise<RequestFailure> {
	const result = await request(address, options);
	if (result.ok) throw new Error("the request succeeded");
	return result.failure;
}

test("the JSON of a good answer is its value", async () => {
	answerWith(async () => Response.json({ status: "ok" }));
	expect(await request("/api")).toEqual({ ok: true, value: { status: "ok" } });
});

test("a good answer without a body is null", async () => {
	answerWith(async () => new Response(null, { status: 204 }));
	expect(await request("/api/documents/1", { method: "DELETE" })).toEqual({ ok: true, value: null });
});

test("a page is read by the caller, and what it cannot read is a PARSING_ERROR", async () => {
	answerWith(async () => new Response("<p>fresh</p>"));
	const read = async (page: Blob) => (await page.text()).length;
	expect(await request("/statuses", { read })).toEqual({ ok: true, value: 12 });
	const failure = await failureOf("/statuses", {
		read: () => {
			throw new Error("stale");
		},
	});
	expect(failure).toMatchObject({ status: "PARSING_ERROR", originalStatus: 200, error: "Error: stale" });
});

test("a form is sent as it is", async () => {
	const sent = vi.fn(async (_address: string, _init: RequestInit) => Response.json({}));
	vi.stubGlobal("fetch", sent);
	const body = new FormData();
	await request("/api/igc", { method: "POST", body });
	const [, init] = sent.mock.calls[0] ?? [];
	expect(init?.body).toBe(body);
	expect(new Headers(init?.headers).has("Content-Type")).toBe(false);
});

test("a server that cannot be reached is a FETCH_ERROR", async () => {
	answerWith(async () => {
		throw new TypeError("Failed to fetch");
	});
	const failure = await failureOf("/api");
	expect(failure).toEqual({ status: "FETCH_ERROR", error: "TypeError: Failed to fetch" });
	expect(failureStatus(failure)).toBe(500);
	expect(failureText(failure, "general")).toBe("general");
});

test("an answer that does not come in time is a TIMEOUT_ERROR", async () => {
	vi.stubGlobal("fetch", neverAnswer);
	const failure = await failureOf("/api", { timeout: 1 });
	expect(failure.status).toBe("TIMEOUT_ERROR");
	expect(failureStatus(failure)).toBe(500);
});

test("a body that is no JSON is a PARSING_ERROR that keeps status and text", async () => {
	answerWith(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
	const failure = await failureOf("/api");
	expect(failure).toMatchObject({
		status: "PARSING_ERROR",
		originalStatus: 502,
		data: "<h1>Bad gateway</h1>",
	});
	expect(failureStatus(failure)).toBe(502);
});

test("a refusal is its status with the parsed body, and its msg is told", async () => {
	answerWith(async () => Response.json({ msg: "Invalid credentials" }, { status: 400 }));
	const failure = await failureOf("/api/auth");
	expect(failure).toEqual({ status: 400, data: { msg: "Invalid credentials" } });
	expect(failureStatus(failure)).toBe(400);
	expect(failureText(failure, "general")).toBe("Invalid credentials");
});

test("without a msg the message is told", () => {
	expect(failureText({ status: 502, data: { message: "Bad gateway" } }, "general")).toBe("Bad gateway");
});

test.each([[null], [{}], [{ msg: "" }], ["text"]])("a refusal with %j is told in general words", (data) => {
	expect(failureText({ status: 500, data }, "general")).toBe("general");
});
