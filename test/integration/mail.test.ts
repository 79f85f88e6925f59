import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import type { ComposedMail } from "~/lib/mail/compose-mail";
import { sendQueuedMail } from "~/lib/notifications/send-queued-mail.server";
import { outbox, passwordResets } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { testEdition, testOrigin } from "~test/support/test-edition";
import { test } from "~test/support/world";

type Kept = ComposedMail & { to: string };

const db = databaseOf();

async function mailsTo(address: string, host = `${testEdition.year}.localhost`): Promise<Kept[]> {
	const mails = await (await createApp({ host }).get("/dev/mail.json")).json<Kept[]>();
	return mails.filter(({ to }) => to === address);
}

async function queue(ctx: ReturnType<typeof contextOf>, mail: ReturnType<typeof mailTo>) {
	expect(await commit(ctx, { statements: [], audit: [], outbox: [mail], visible: false })).toEqual({
		ok: true,
	});
}

test("a queued mail arrives once in the local mailbox, in the recipient's language", async () => {
	const user = await createUser({ language: "en" });
	const ctx = contextOf();
	await queue(ctx, mailTo(user, "password-changed", {}));
	await Promise.all([sendQueuedMail(ctx), sendQueuedMail(ctx), sendQueuedMail(ctx)]);
	const mails = await mailsTo(user.email);
	expect(mails).toHaveLength(1);
	expect(mails[0]).toMatchObject({ subject: "Password changed – Glider Cup 2025" });
	expect(mails[0]?.text).toContain(`${testOrigin}/password-reset`);
	const [row] = await db.select().from(outbox).where(eq(outbox.recipient, user.email));
	expect(row).toMatchObject({ state: "sent", attempts: 1, lastError: null });
});

test("text and HTML say the same, and what people typed is no HTML", async () => {
	const user = await createUser({ language: "cs" });
	const ctx = contextOf();
	await queue(
		ctx,
		mailTo(user, "message", { subject: "Briefing\n17.\u00a07.", body: '<b>"x"@example.com</b>' }),
	);
	await sendQueuedMail(ctx);
	const [mail] = await mailsTo(user.email);
	expect(mail?.subject).toBe("Briefing 17.\u00a07.");
	expect(mail?.text).toContain('<b>"x"@example.com</b>');
	expect(mail?.html).not.toContain("<b>");
	expect(mail?.html).toContain("&lt;b&gt;");
});

test("mails of an older edition link to its own host", async () => {
	const user = await createUser({}, 2024);
	const ctx = contextOf({ year: 2024 });
	await queue(ctx, mailTo(user, "password-changed", {}));
	await sendQueuedMail(ctx);
	const [mail] = await mailsTo(user.email, "2024.localhost");
	expect(mail?.text).toContain("http://2024.localhost:8787/password-reset");
	expect(await mailsTo(user.email)).toEqual([]);
});

test("the link to a new password is in the mail alone", async ({ user }) => {
	const ctx = contextOf();
	await queue(ctx, mailTo(user, "password-reset", {}));
	await sendQueuedMail(ctx);
	const [mail] = await mailsTo(user.email);
	const token = /token=([\w-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "none";
	const rows = await db.select().from(outbox).where(eq(outbox.recipient, user.email));
	const resets = await db.select().from(passwordResets).where(eq(passwordResets.userId, user.id));
	expect(token).not.toBe("none");
	expect(JSON.stringify([rows, resets])).not.toContain(token);
	expect(resets).toHaveLength(1);
});

test("a link to a new password is not sent to an address that is no longer the account's", async ({
	user,
}) => {
	const ctx = contextOf();
	await queue(ctx, mailTo({ ...user, email: "old.address@example.com" }, "password-reset", {}));
	await sendQueuedMail(ctx);
	expect(await mailsTo("old.address@example.com")).toEqual([]);
	const [row] = await db.select().from(outbox).where(eq(outbox.recipient, "old.address@example.com"));
	expect(row).toMatchObject({ state: "failed", lastError: expect.stringContaining("withdrawn") });
});

test("a mail of a kind nobody knows any more fails visibly after ten attempts", async () => {
	const recipient = "unknown.kind@example.com";
	let now = new Date("2025-03-02T10:00:00Z");
	await commit(contextOf({ now }), {
		statements: [],
		audit: [],
		outbox: [{ kind: "pigeon-post", recipient, userId: null, language: "cs", payload: {} }],
		visible: false,
	});
	for (let attempt = 1; attempt <= 10; attempt += 1) {
		const [row] = await db.select().from(outbox).where(eq(outbox.recipient, recipient));
		expect(row).toMatchObject({ state: "queued", attempts: attempt - 1 });
		await sendQueuedMail(contextOf({ now }));
		now = new Date(now.getTime() + 61 * 60 * 1000);
	}
	const [row] = await db.select().from(outbox).where(eq(outbox.recipient, recipient));
	expect(row).toMatchObject({
		state: "failed",
		attempts: 10,
		lastError: expect.stringContaining("pigeon-post"),
	});
});

test("in production mail stays queued while there is no key of the provider", async ({ user }) => {
	const ctx = contextOf({ env: { MODE: "production" } });
	await queue(ctx, mailTo(user, "password-changed", {}));
	await sendQueuedMail(ctx);
	const [row] = await db.select().from(outbox).where(eq(outbox.recipient, user.email));
	expect(row).toMatchObject({ state: "queued", attempts: 0 });
	const { objects } = await env.FILES.list({ prefix: "2025/dev-mail/" });
	expect(objects.filter(({ key }) => key.includes(row?.id ?? ""))).toEqual([]);
});

test.each(["/dev/mail", "/dev/mail.json"])("%s is not there outside local mode", async (path) => {
	expect((await createApp({ env: { MODE: "production" } }).get(path)).status).toBe(404);
	expect((await createApp().get(path)).status).toBe(200);
});
