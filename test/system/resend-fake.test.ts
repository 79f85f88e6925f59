import { Resend } from "resend";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningFake } from "~test/fakes/json-server";
import { type RecordedMessage, type ResendFailure, startResendFake } from "~test/fakes/resend";

let fake: RunningFake;
let resend: Resend;

beforeAll(async () => {
	fake = await startResendFake({ apiKey: "re_test" });
	resend = new Resend("re_test", { baseUrl: fake.url });
});
afterAll(() => fake.close());
beforeEach(() => control("POST", "reset"));

const mail = {
	from: "Glider Cup <info@example.com>",
	to: "eva@example.com",
	subject: "Hello",
	text: "Hello Eva",
};

async function control(method: string, path: string, body?: object): Promise<Response> {
	return fetch(`${fake.url}/__control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
}

const order = (failure: ResendFailure) => control("POST", "failures", failure);

async function messages(query = ""): Promise<RecordedMessage[]> {
	return (await control("GET", `messages${query}`)).json();
}

test("the provider's own client delivers to the fake", async () => {
	const picture = { filename: "map.png", content: "iVBORw==", contentType: "image/png", contentId: "map" };
	const { data, error } = await resend.emails.send(
		{ ...mail, attachments: [picture] },
		{ idempotencyKey: "row-1" },
	);
	expect(error).toBeNull();
	expect(await messages("?to=eva@example.com")).toEqual([
		{
			id: data?.id,
			from: mail.from,
			to: [mail.to],
			subject: "Hello",
			text: "Hello Eva",
			html: null,
			replyTo: null,
			attachments: [picture],
			idempotencyKey: "row-1",
		},
	]);
	expect(await messages("?to=other@example.com")).toEqual([]);
});

test("the same key and mail give the same answer and one message, another mail a conflict", async () => {
	const first = await resend.emails.send(mail, { idempotencyKey: "row-1" });
	const second = await resend.emails.send(mail, { idempotencyKey: "row-1" });
	expect(second.data?.id).toBe(first.data?.id);
	const other = await resend.emails.send({ ...mail, subject: "Other" }, { idempotencyKey: "row-1" });
	expect(other.error).toMatchObject({ name: "invalid_idempotent_request" });
	expect(await messages()).toHaveLength(1);
});

test("a message that was taken without an answer arrives once when it is sent again", async () => {
	await order({ kind: "acceptThenHang", match: "eva@example.com" });
	const send = (signal?: AbortSignal) =>
		fetch(`${fake.url}/emails`, {
			method: "POST",
			headers: { Authorization: "Bearer re_test", "Idempotency-Key": "row-1" },
			body: JSON.stringify(mail),
			...(signal ? { signal } : {}),
		});
	await expect(send(AbortSignal.timeout(200))).rejects.toThrow();
	expect((await send()).status).toBe(200);
	expect(await messages()).toHaveLength(1);
	expect(await (await control("GET", "requests")).json()).toEqual([
		{ idempotencyKey: "row-1", status: 0 },
		{ idempotencyKey: "row-1", status: 200 },
	]);
});

test.each([
	[429, "rate_limit_exceeded"],
	[500, "application_error"],
	[422, "validation_error"],
])("an ordered %i is answered as %s and nothing is delivered", async (status, name) => {
	await order({ kind: "status", status, retryAfter: 7 });
	const response = await fetch(`${fake.url}/emails`, { method: "POST", body: JSON.stringify(mail) });
	expect(response.status).toBe(status);
	expect(response.headers.get("retry-after")).toBe("7");
	expect(await response.json()).toMatchObject({ statusCode: status, name });
	expect(await messages()).toEqual([]);
});

test("a wrong key, a mail without a recipient and a file without content are refused", async () => {
	const stranger = await new Resend("re_other", { baseUrl: fake.url }).emails.send(mail);
	expect(stranger.error).toMatchObject({ name: "invalid_api_key" });
	for (const wrong of [
		{ ...mail, to: [] },
		{ ...mail, attachments: [{ filename: "map.png" }] },
		{ ...mail, attachments: [{ filename: "map.png", content: "no base64" }] },
		{ ...mail, attachments: [{ filename: "map.png", content: "iVBORw==", contentId: "x".repeat(128) }] },
	])
		expect((await resend.emails.send(wrong)).error).toMatchObject({ name: "validation_error" });
});
