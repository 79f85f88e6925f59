import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, passkeys } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createBrowser } from "~test/support/browser";
import { createUser, databaseOf, seedReference } from "~test/support/factories";
import { sourceOf } from "~test/support/html";
import { addPasskey, challengeOn, createPasskey, offerOn } from "~test/support/passkey";
import { createOrganiser, createOrganiserWithFactor, sendPassword } from "~test/support/second-factor";
import { testEdition } from "~test/support/test-edition";

/*
 * Passkeys in place of the code: adding, logging in, confirming, and every lie of an authenticator, a browser or a site in between.
 */

const noon = "2025-07-12T12:00:00Z";
const at = (seconds: number) =>
	createApp({ clock: new Date(Date.parse(noon) + seconds * 1000).toISOString() });
const app = at(0);
const origin = `http://${testEdition.year}.localhost`;
const path = "/second-factor/passkeys";
const db = databaseOf();

beforeAll(() => seedReference());

/** An organiser with one passkey, in a browser that has sent a code at noon. */
async function createOrganiserWithPasskey() {
	const { organiser, browser } = await createOrganiserWithFactor(app, noon);
	return { organiser, browser, passkey: await addPasskey(browser, app, origin) };
}

/** A browser that has sent the password, with the challenge that it was asked. */
async function beginLogin(organiser: Parameters<typeof sendPassword>[2]) {
	const browser = createBrowser();
	await sendPassword(browser, at(60), organiser, "/admin");
	const challenge = await challengeOn(await browser.get(at(60), "/login/code?redirectTo=/admin"));
	return { browser, challenge: challenge ?? "" };
}

describe("a passkey is added", () => {
	test("with a recent code alone, told to its owner, listed, and removed", async () => {
		const { organiser, browser, passkey } = await createOrganiserWithPasskey();
		expect((await browser.get(at(20 * 60), path)).headers.get("Location")).toMatch(/^\/confirm\?/);
		const late = await browser.post(at(20 * 60), path, { intent: "remove", id: passkey.id });
		expect(late.headers.get("Location")).toMatch(/^\/confirm\?/);
		expect((await mailsTo(organiser.email))[0]?.subject).toMatch(/^Přidán přístupový klíč/);
		const listed = (await sourceOf(await browser.get(app, path))).replaceAll("\u00a0", " ");
		expect(listed).toContain("Notebook v kanceláři");
		// The day as well: a passkey is used for years.
		expect(listed).toMatch(/přidán 12\. 7\. 2025 14:0\d/);

		const stranger = await createOrganiserWithFactor(app, noon);
		await stranger.browser.post(app, path, { intent: "remove", id: passkey.id });
		expect(await db.select().from(passkeys).where(eq(passkeys.id, passkey.id))).toHaveLength(1);
		await browser.post(app, path, { intent: "remove", id: passkey.id });
		expect(await db.select().from(passkeys).where(eq(passkeys.id, passkey.id))).toEqual([]);
		const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, organiser.id));
		const actions = rows.map(({ action }) => action);
		expect(actions).toContain("account.passkey-add");
		expect(actions).toContain("account.passkey-remove");
		expect((await beginLogin(organiser)).challenge).toBe("");
	});

	test("by organisers whose second factor is set up", async () => {
		expect((await app.get(path, { as: await createUser() })).status).toBe(403);
		const setUp = (await app.get(path, { as: await createOrganiser() })).headers.get("Location");
		expect(setUp).toMatch(/^\/second-factor\?/);
	});

	test("once, for this session and page, with a strong key", async () => {
		const { browser } = await createOrganiserWithFactor(app, noon);
		const { challenge, formKey } = await offerOn(await browser.get(app, path));
		const passkey = await createPasskey(origin);
		const weak = await createPasskey(origin, { curve: "P-384" });
		const good = passkey.made(challenge);
		const refused = {
			"another challenge": passkey.made("x".repeat(43)),
			"another site": passkey.made(challenge, { origin: "https://glidercup.example.org" }),
			"another host": passkey.made(challenge, { hostname: "example.org" }),
			"a proof": passkey.made(challenge, { type: "webauthn.get" }),
			"nobody identified": passkey.made(challenge, { flags: 65 }),
			"another id": { ...good, credentialId: "AAAA" },
			"another kind of key": weak.made(challenge),
			"a broken key": { ...good, publicKey: "AAAA" },
			"no statement": { ...good, clientData: "AAAA" },
			"another form": { ...good, formKey: crypto.randomUUID() },
			"no form": { ...good, formKey: "" },
			nothing: { name: "" },
		};
		for (const [what, fields] of Object.entries(refused)) {
			const sent = await browser.post(app, path, { formKey, ...fields });
			expect(sent.headers.get("X-Refusal"), what).toBe("passkey-wrong");
		}
		expect((await browser.post(app, path, { ...good, formKey })).headers.get("X-Refusal")).toBeNull();
		const second = (await createPasskey(origin)).made(challenge);
		for (const again of [good, second]) {
			const sent = await browser.post(app, path, { ...again, formKey });
			expect(sent.headers.get("X-Refusal")).toBe("passkey-wrong");
		}
	});
});

describe("a login by a passkey", () => {
	test("begins a session of an organiser, once", async () => {
		const { organiser, passkey } = await createOrganiserWithPasskey();
		const { browser, challenge } = await beginLogin(organiser);
		const step = browser.cookie("login-step") ?? "";
		const proof = passkey.proof(challenge);
		const done = await browser.post(at(60), "/login/code?redirectTo=/admin", proof);
		expect(done.headers.get("Location")).toBe("/admin");
		expect((await browser.get(at(60), "/admin")).status).toBe(200);
		expect((await browser.get(at(60), path)).status).toBe(200);

		const thief = createBrowser();
		thief.setCookie("login-step", step);
		await thief.post(at(61), "/login/code", proof);
		expect(thief.cookie("token")).toBeUndefined();
		const next = await beginLogin(organiser);
		await next.browser.post(at(60), "/login/code", proof);
		expect(next.browser.cookie("token")).toBeUndefined();
	});

	test("is refused for every lie, and needs the password before it", async () => {
		const { organiser, passkey } = await createOrganiserWithPasskey();
		const other = await createOrganiserWithPasskey();
		const foreign = await createPasskey(origin);
		const { browser, challenge } = await beginLogin(organiser);
		const good = passkey.proof(challenge);
		const refused = {
			"another challenge": passkey.proof("x".repeat(43)),
			"another site": passkey.proof(challenge, { origin: "http://evil.example" }),
			"a frame of another site": passkey.proof(challenge, { crossOrigin: true }),
			"another host": passkey.proof(challenge, { hostname: "evil.example" }),
			"a new passkey": passkey.proof(challenge, { type: "webauthn.create" }),
			"nobody identified": passkey.proof(challenge, { flags: 1 }),
			"another key": { ...foreign.proof(challenge), credentialId: passkey.id },
			"somebody else's passkey": other.passkey.proof(challenge),
			"an unknown passkey": foreign.proof(challenge),
			"a broken signature": { ...good, signature: "AAAA" },
			"broken data": { ...good, authenticatorData: "AAAA" },
			nothing: { credentialId: "" },
		};
		for (const [what, proof] of Object.entries(refused)) {
			const sent = await browser.post(at(60), "/login/code", proof);
			expect([sent.status, browser.cookie("token")], what).toEqual([303, undefined]);
		}
		const stranger = createBrowser();
		const alone = await stranger.post(at(60), "/login/code", good);
		expect(alone.headers.get("Location")).toMatch(/^\/login\?/);
		await browser.post(at(60), "/login/code", good);
		expect(browser.cookie("token")).toBeDefined();
	});

	test("finds a copy by its count", async () => {
		const { organiser, passkey } = await createOrganiserWithPasskey();
		const first = await beginLogin(organiser);
		await first.browser.post(at(60), "/login/code", passkey.proof(first.challenge, { signCount: 7 }));
		expect(first.browser.cookie("token")).toBeDefined();
		const copy = await beginLogin(organiser);
		await copy.browser.post(at(60), "/login/code", passkey.proof(copy.challenge, { signCount: 7 }));
		expect(copy.browser.cookie("token")).toBeUndefined();
	});
});

test("a passkey confirms a session anew, once", async () => {
	const { organiser, browser, passkey } = await createOrganiserWithPasskey();
	const late = at(20 * 60);
	const confirm = "/confirm?redirectTo=/users";
	const challenge = (await challengeOn(await browser.get(late, confirm))) ?? "";
	const ofLogin = passkey.proof((await beginLogin(organiser)).challenge);
	expect((await browser.post(late, confirm, ofLogin)).headers.get("X-Refusal")).toBe("passkey-wrong");
	const proof = passkey.proof(challenge);
	expect((await browser.post(late, confirm, proof)).headers.get("Location")).toBe("/users");
	expect((await browser.get(late, path)).status).toBe(200);
	const again = await browser.post(at(21 * 60), confirm, proof);
	expect(again.headers.get("X-Refusal")).toBe("passkey-wrong");
});

test("a passkey of another host is not asked for", async () => {
	const { organiser } = await createOrganiserWithPasskey();
	await db.update(passkeys).set({ host: "glidercup.example" }).where(eq(passkeys.userId, organiser.id));
	expect((await beginLogin(organiser)).challenge).toBe("");
});
