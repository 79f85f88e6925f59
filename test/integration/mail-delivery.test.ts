import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { sendQueuedMail } from "~/lib/notifications/send-queued-mail.server";
import { outbox } from "~db/schema";
import type { RecordedMessage, ResendFailure } from "~test/fakes/resend";
import { resendKey } from "~test/fakes/resend-key";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { fakeServices } from "~test/support/services";
import { testProductionOrigin } from "~test/support/test-edition";

/*
 * What becomes of mails when the provider misbehaves: each arrives once or is shown as failed. Tests of the file run one after
 * another and ask for mails to their own recipients only.
 */

const origin = fakeServices().resend;
const db = databaseOf();
const env = { MODE: "production", RESEND_API_KEY: resendKey, RESEND_BASE_URL: origin };
const start = Date.parse("2025-05-01T10:00:00Z");

function senderAt(minutes: number, other: Partial<Env> = {}) {
	return contextOf({ now: new Date(start + minutes * 60_000), env: { ...env, ...other } });
}

beforeEach(() => fetch(`${origin}/__control/reset`, { method: "POST" }).then(() => {}));
afterEach(() => vi.restoreAllMocks());

function order(failure: ResendFailure): Promise<Response> {
	return fetch(`${origin}/__control/failures`, { method: "POST", body: JSON.stringify(failure) });
}

async function arrivedAt(address: string): Promise<RecordedMessage[]> {
	return (await fetch(`${origin}/__control/messages?to=${encodeURIComponent(address)}`)).json();
}

async function attempts(): Promise<{ idempotencyKey: string; status: number }[]> {
	return (await fetch(`${origin}/__control/requests`)).json();
}

/** Queues a mail to somebody new. */
async function queued(kind: "password-changed" | "password-reset" = "password-changed") {
	const user = await createUser();
	await commit(senderAt(0), {
		statements: [],
		audit: [],
		outbox: [mailTo(user, kind, {})],
		visible: false,
	});
	return user.email;
}

async function rowOf(address: string) {
	const [row] = await db.select().from(outbox).where(eq(outbox.recipient, address));
	if (!row) throw new Error("no mail was queued");
	return row;
}

test("a mail arrives once, to one recipient, with the key of its row, however many send at once", async () => {
	const addresses = await Promise.all(Array.from({ length: 6 }, () => queued()));
	await Promise.all(Array.from({ length: 5 }, () => sendQueuedMail(senderAt(0))));
	for (const address of addresses) {
		const messages = await arrivedAt(address);
		expect(messages).toHaveLength(1);
		const row = await rowOf(address);
		expect(messages[0]).toMatchObject({
			to: [address],
			idempotencyKey: row.id,
			from: expect.stringContaining("<"),
		});
		expect(row).toMatchObject({ state: "sent", attempts: 1, lastError: null });
	}
	expect(await attempts()).toHaveLength(addresses.length);
});

test("links lead to the configured domain", async () => {
	const address = await queued();
	await sendQueuedMail(senderAt(0));
	const [message] = await arrivedAt(address);
	expect(message?.text).toContain(`${testProductionOrigin}/password-reset`);
	expect(message?.html).toContain(`${testProductionOrigin}/password-reset`);
});

test("a mail that was taken without an answer is tried again and arrives once", async () => {
	const timeout = AbortSignal.timeout;
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 300));
	const address = await queued();
	await order({ kind: "acceptThenHang", match: address });
	await sendQueuedMail(senderAt(0));
	expect(await rowOf(address)).toMatchObject({ state: "queued", attempts: 1 });
	await sendQueuedMail(senderAt(5));
	expect(await rowOf(address)).toMatchObject({ state: "sent", attempts: 2 });
	expect(await arrivedAt(address)).toHaveLength(1);
	expect((await attempts()).map(({ status }) => status)).toEqual([0, 200]);
});

test("a link to a new password that was taken without an answer arrives once and works", async () => {
	const timeout = AbortSignal.timeout;
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 300));
	const { email } = await createUser();
	await order({ kind: "acceptThenHang", match: email });
	const app = (clock: string) => createApp({ clock, env: { ...env, MODE: "local" } });
	const asked = await app("2025-05-01T10:00:00Z").api("POST", "/api/auth/reset-password", { email });
	expect(asked.status).toBe(200);
	await sendQueuedMail(senderAt(5));
	expect((await attempts()).map(({ status }) => status)).toEqual([0, 409]);
	expect(await rowOf(email)).toMatchObject({ state: "sent" });
	const [message] = await arrivedAt(email);
	const token = /token=([\w-]+)/.exec(message?.text ?? "")?.[1];
	const checked = await app("2025-05-01T10:06:00Z").api("POST", "/api/auth/reset-password/valid", { token });
	expect(checked.status).toBe(200);
});

test.each([
	["an error of the provider", { kind: "status", status: 500 }],
	["a dropped connection", { kind: "disconnect" }],
	["a wrong key", { kind: "status", status: 403 }],
] as const)("after %s a mail waits, is tried again and arrives once", async (_name, failure) => {
	const address = await queued();
	await order({ ...failure, match: address, times: 2 });
	await sendQueuedMail(senderAt(0));
	const row = await rowOf(address);
	expect(row).toMatchObject({ state: "queued", attempts: 1, lastError: expect.stringMatching(/./) });
	expect(row.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(start + 30_000);
	await sendQueuedMail(senderAt(0.4));
	expect(await rowOf(address)).toMatchObject({ attempts: 1 });
	await sendQueuedMail(senderAt(5));
	expect(await rowOf(address)).toMatchObject({ state: "queued", attempts: 2 });
	await sendQueuedMail(senderAt(10));
	expect(await rowOf(address)).toMatchObject({ state: "sent", attempts: 3, lastError: null });
	expect(await arrivedAt(address)).toHaveLength(1);
});

test("when the provider asks for a pause, the mail waits at least that long and the run ends", async () => {
	const addresses = [await queued(), await queued()];
	await order({ kind: "status", status: 429, retryAfter: 600 });
	await sendQueuedMail(senderAt(0));
	expect(await attempts()).toHaveLength(1);
	const rows = await Promise.all(addresses.map(rowOf));
	const refused = rows.find((row) => row.attempts === 1);
	expect(refused?.state).toBe("queued");
	expect(refused?.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(start + 600_000);
	await sendQueuedMail(senderAt(9));
	await sendQueuedMail(senderAt(11));
	for (const address of addresses) expect(await arrivedAt(address)).toHaveLength(1);
});

test("a mail that the provider refuses is shown as failed at once and never tried again", async () => {
	const address = await queued();
	await order({ kind: "status", status: 422, match: address });
	await sendQueuedMail(senderAt(0));
	expect(await rowOf(address)).toMatchObject({
		state: "failed",
		attempts: 1,
		lastError: expect.stringContaining("422"),
	});
	await sendQueuedMail(senderAt(600));
	expect(await attempts()).toHaveLength(1);
	expect(await arrivedAt(address)).toEqual([]);
});

test("a mail waits for the line as long as it takes, and leaves minutes after it is back", async () => {
	const address = await queued();
	await order({ kind: "disconnect", match: address, times: 30 });
	for (let attempt = 0; attempt < 30; attempt += 1) await sendQueuedMail(senderAt(attempt * 61));
	expect(await rowOf(address)).toMatchObject({ state: "queued" });
	await sendQueuedMail(senderAt(29 * 61 + 6));
	expect(await rowOf(address)).toMatchObject({ state: "sent", lastError: null });
	expect(await arrivedAt(address)).toHaveLength(1);
});

test("a mail that never gets through is shown as failed after ten attempts", async () => {
	const address = await queued();
	await order({ kind: "status", status: 500, match: address, times: 20 });
	for (let hour = 0; hour < 12; hour += 1) await sendQueuedMail(senderAt(hour * 61));
	expect(await rowOf(address)).toMatchObject({ state: "failed", attempts: 10 });
	expect(await attempts()).toHaveLength(10);
});

test("a mail whose sender died is taken over when its lease is over, and arrives once", async () => {
	const address = await queued();
	const { id } = await rowOf(address);
	const nextAttemptAt = new Date(start + 2 * 60_000);
	await db.update(outbox).set({ state: "sending", attempts: 1, nextAttemptAt }).where(eq(outbox.id, id));
	await sendQueuedMail(senderAt(1));
	expect(await arrivedAt(address)).toEqual([]);
	await Promise.all([sendQueuedMail(senderAt(3)), sendQueuedMail(senderAt(3))]);
	expect(await rowOf(address)).toMatchObject({ state: "sent", attempts: 2 });
	expect(await arrivedAt(address)).toHaveLength(1);
});

test("a mail with which its sender dies every time is shown as failed, and the others are sent", async () => {
	const [deadly, other] = [await queued(), await queued()];
	const { id } = await rowOf(deadly);
	await db.update(outbox).set({ state: "sending", attempts: 10 }).where(eq(outbox.id, id));
	await sendQueuedMail(senderAt(1));
	expect(await rowOf(deadly)).toMatchObject({ state: "failed", lastError: expect.stringMatching(/./) });
	expect(await arrivedAt(deadly)).toEqual([]);
	expect(await rowOf(other)).toMatchObject({ state: "sent", attempts: 1, lastError: null });
});

test("a link to a new password does not wait behind other mails", async () => {
	const addresses = await Promise.all([queued(), queued(), queued()]);
	const user = await createUser();
	await commit(senderAt(1), {
		statements: [],
		audit: [],
		outbox: [mailTo(user, "password-reset", {})],
		visible: false,
	});
	await sendQueuedMail(senderAt(1));
	const { id } = await rowOf(user.email);
	expect((await attempts())[0]?.idempotencyKey).toBe(id);
	for (const address of [...addresses, user.email]) expect(await arrivedAt(address)).toHaveLength(1);
});

test.each([
	["daily_quota_exceeded", "2025-05-02T00:00:00Z"],
	["monthly_quota_exceeded", "2025-06-01T00:00:00Z"],
])(
	"a mail refused for its quota (%s) waits for the next one, which is no attempt, and arrives",
	async (name, next) => {
		const address = await queued();
		await order({ kind: "status", status: 429, name, match: address });
		await sendQueuedMail(senderAt(0));
		expect(await rowOf(address)).toMatchObject({
			state: "queued",
			attempts: 0,
			nextAttemptAt: new Date(next),
		});
		await sendQueuedMail(contextOf({ now: new Date(next), env }));
		expect(await arrivedAt(address)).toHaveLength(1);
	},
);

test("of a daily quota the last tenth is kept for links, and the next day the others leave", async () => {
	await db.delete(outbox);
	const limited = { MAILS_PER_DAY: "20" };
	const addresses = await Promise.all(Array.from({ length: 20 }, () => queued()));
	await sendQueuedMail(senderAt(0, limited));
	expect(await db.$count(outbox, eq(outbox.state, "sent"))).toBe(18);
	const email = await queued("password-reset");
	await sendQueuedMail(senderAt(10, limited));
	expect(await arrivedAt(email)).toHaveLength(1);
	expect(await db.$count(outbox, eq(outbox.state, "queued"))).toBe(2);
	await sendQueuedMail(senderAt(24 * 60, limited));
	for (const address of addresses) expect(await arrivedAt(address)).toHaveLength(1);
});
