import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~db/schema";
import { createApp } from "~test/app";
import { createAdmin, createUser, databaseOf } from "~test/factories";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });
const db = databaseOf();

function login(headers: Record<string, string>, body = "email=a%40example.com&password=x") {
	const form = { "Content-Type": "application/x-www-form-urlencoded", ...headers };
	return app.fetch(new Request(app.url("/login"), { method: "POST", headers: form, body }));
}

test.each([
	["another origin", { Origin: "https://elsewhere.example.com" }],
	["an opaque origin", { Origin: "null" }],
	["another site", { "Sec-Fetch-Site": "cross-site" }],
	["another host of the site", { "Sec-Fetch-Site": "same-site" }],
])("a form that %s sends is refused before anybody looks at it", async (_from, headers) => {
	expect((await login(headers)).status).toBe(403);
});

test("a client that is no browser may send a form", async () => {
	expect((await login({})).status).toBe(400);
});

test("a form of more than 64 kB is too large", async () => {
	expect((await login({}, `email=${"x".repeat(70_000)}`)).status).toBe(413);
});

test.each([
	["/", 200],
	["/login", 200],
	["/user-profile", 401],
	["/nothing-here", 404],
	["/api/news", 200],
	["/api/auth/user", 401],
	["/api/nothing-here", 404],
	["/logout", 303],
])("%s (%i) carries the security headers and says how it may be cached", async (path, status) => {
	const { status: given, headers } = await app.get(path);
	expect(given).toBe(status);
	expect(headers.get("Cache-Control")).toBeTruthy();
	expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
	expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors");
	expect(headers.get("Content-Security-Policy")).not.toMatch(/script-src[^;]*unsafe-/);
	for (const name of ["Strict-Transport-Security", "Referrer-Policy", "Permissions-Policy"]) {
		expect(headers.get(name), name).toBeTruthy();
	}
});

test("who is no organiser any more is none at the next request, with the same session", async () => {
	const admin = await createAdmin();
	expect((await app.get("/users", { as: admin })).status).toBe(200);
	await db.update(users).set({ admin: false }).where(eq(users.id, admin.id));
	expect((await app.get("/users", { as: admin })).status).toBe(404);
});

test("a raised token version ends every session of the account", async () => {
	const user = await createUser();
	await db.update(users).set({ tokenVersion: 2 }).where(eq(users.id, user.id));
	expect((await app.get("/user-profile", { as: user })).status).toBe(401);
});
