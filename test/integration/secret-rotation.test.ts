import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { bearer, goodPassword, type SessionJson, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";

/* What docs/operations.md promises about changing TOKEN_SECRET: nobody is logged out, unless the old secret has leaked. */

const rotated = {
	TOKEN_SECRET: "the next secret, of more than 32 characters",
	TOKEN_SECRET_PREVIOUS: env.TOKEN_SECRET,
};
const finished = { TOKEN_SECRET: rotated.TOKEN_SECRET };
const noon = "2025-07-12T12:00:00Z";
const before = createApp({ clock: noon });

async function statusOf(token: string, at: string, secrets: Partial<Env>): Promise<number> {
	const app = createApp({ clock: at, env: secrets });
	const byApi = await app.api("GET", "/api/auth/user", undefined, bearer(token));
	const byPage = await app.get("/user-profile", { headers: { Cookie: `token=${token}` } });
	expect(byPage.status).toBe(byApi.status);
	return byApi.status;
}

test("a session that began before the rotation lasts its 59 minutes", async () => {
	const { token } = await signedUp(before);
	expect(await statusOf(token, noon, rotated)).toBe(200);
	expect(await statusOf(token, "2025-07-12T12:58:59Z", rotated)).toBe(200);
	expect(await statusOf(token, "2025-07-12T12:59:00Z", rotated)).toBe(401);
});

test("a session that begins after the rotation is signed by the new secret alone", async () => {
	const { email } = await signedUp(before);
	const login = createApp({ clock: noon, env: rotated });
	const answer = await login.api("POST", "/api/auth", { email, password: goodPassword });
	const { token } = await answer.json<SessionJson>();
	expect(await statusOf(token, noon, finished)).toBe(200);
	expect(await statusOf(token, noon, {})).toBe(401);
});

test("where the previous secret is left out, as after a leak, every session ends at once", async () => {
	const { token } = await signedUp(before);
	expect(await statusOf(token, noon, finished)).toBe(401);
});
