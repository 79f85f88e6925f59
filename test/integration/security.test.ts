import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { users } from "~db/schema";
import { signedUp } from "~test/support/accounts";
import { createApp, json } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { multipart } from "~test/support/multipart";
import { testEdition } from "~test/support/test-edition";
import { test } from "~test/support/world";

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

test.each(["/logout", "/logout/", "/logout//", "/LOGOUT", "/%6Cogout", "/Logout.data", "/logout/.data"])(
	"%s, however it is spelt, is not done for another site",
	async (path) => {
		const user = await createUser();
		const asked = { as: user, headers: { "Sec-Fetch-Site": "cross-site" } };
		expect((await app.get(path, asked)).status).toBe(403);
		expect((await app.get("/user-profile", { as: user })).status).toBe(200);
	},
);

test.each(["/api/users", "/API/users", "/Api/users/", "/%61pi/users", "/a%50i/users"])(
	"%s, however it is spelt, is the API: a cookie is nothing to it, a token is",
	async (path) => {
		const admin = await createAdmin();
		const byCookie = await app.get(path, { as: admin });
		expect(byCookie.status).toBe(401);
		expect(await byCookie.json()).toEqual({ msg: "Token is not valid" });
		expect((await app.api("GET", path, undefined, { as: admin })).status).toBe(200);
	},
);

test.each(["/api/%0D", "/api/a%0Ab", "/api/news/%E2%80%A8", "/api/a%e2%80%A9b/c"])(
	"%s, with a line break in it, is an unknown address of the API like any other, and its query is nobody's business",
	async (path) => {
		const response = await app.get(`${path}?token=not-for-anybodys-log`);
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ msg: "Not found" });
	},
);

test.each(["/login", "/logout", "/news", "/user-profile.data", "/nothing"])(
	"a host of the API has no page %s: its forms would not be guarded there",
	async (path) => {
		const onApiHost = createApp({ clock: "2025-07-01T10:00:00Z", host: "api.2025.localhost" });
		const asked = { as: await createUser(), headers: { "Sec-Fetch-Site": "cross-site" } };
		for (const response of [await onApiHost.get(path, asked), await onApiHost.post(path, {}, asked)]) {
			expect(response.status).toBe(404);
			expect(await response.json()).toEqual({ msg: "Not found" });
		}
		expect((await onApiHost.api("GET", "/api/news")).status).toBe(200);
	},
);

test("the description of the API names the edition's own address of the API", async () => {
	const production = createApp({
		env: { MODE: "production" },
		host: `${testEdition.year}.glidercup.example`,
	});
	const { servers } = await json(await production.api("GET", "/api/openapi.json"));
	expect(servers).toEqual([{ url: testEdition.apiEndpoint }]);
});

test.each(["/api/docs", "/api/openapi.json"])("%s is only read, and says so in JSON", async (path) => {
	const response = await app.api("POST", path, {});
	expect(response.status).toBe(405);
	expect(response.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
	expect(await response.json()).toEqual({ msg: "Method not allowed" });
});

test.each([
	["of the forms' own scripts", "__intent__", "x"],
	["of their state", "__state__", "{"],
	["of a place in a list", "email[3]", "x"],
	["of a place in a group", "email.domain", "x"],
	["of a place far down", `${"a.".repeat(900)}a`, "x"],
])("a field with a name %s is as good as absent in every form", async (_what, name, value) => {
	const typed = await app.post("/login", { email: "hana@example.com", password: "", [name]: value });
	expect(typed.status).toBe(400);
	expect(await typed.text()).toContain('value="hana@example.com"');
	const upload = multipart({ [name]: value });
	expect((await app.post("/igc", upload)).status).toBe(400);
});

test.each(["/%0D", "/news/a%0Ab/c", "/%E2%80%A8", "/%e2%80%A9"])("%s is no page", async (path) => {
	const response = await app.get(`${path}?token=not-for-anybodys-log`);
	expect(response.status).toBe(404);
	expect(await response.text()).toContain("<main");
});

test("a client that is no browser may send a form", async () => {
	expect((await login({})).status).toBe(400);
});

test("a form of more than 64 kB is too large", async () => {
	expect((await login({}, `email=${"x".repeat(70_000)}`)).status).toBe(413);
});

/** A body whose length nobody announces. */
function streamOf(text: string): ReadableStream {
	return new Response(text).body ?? new ReadableStream();
}

const tooLong = "x".repeat(70_000);

test.each([
	["a form of unannounced length", "/login", "application/x-www-form-urlencoded", `email=${tooLong}`],
	["JSON", "/api/auth", "application/json", JSON.stringify({ email: tooLong, password: "x" })],
])("%s is counted while it is read, to 64 kB", async (_what, path, type, body) => {
	for (const sent of [body, streamOf(body)]) {
		const request = new Request(app.url(path), {
			method: "POST",
			headers: { "Content-Type": type },
			body: sent,
		});
		expect((await app.fetch(request)).status).toBe(413);
	}
});

test.each([
	["no JSON", "application/json", "{", 400],
	["JSON that is no object", "application/json", "[1]", 400],
	["bytes that are no UTF-8", "application/json", new Uint8Array([0x22, 0xff, 0x22]), 400],
	["another type", "text/plain", "{}", 415],
	["no type", "", "{}", 415],
])("a call with %s is refused in JSON", async (_what, type, body, status) => {
	const headers: Record<string, string> = type ? { "Content-Type": type } : {};
	const sent = typeof body === "string" ? new TextEncoder().encode(body) : body;
	const response = await app.fetch(
		new Request(app.url("/api/auth"), { method: "POST", headers, body: sent }),
	);
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ msg: expect.any(String) });
});

test.each([
	["TRACE", "/api/news", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
	["PATCH", "/api/news", "GET, HEAD, POST, OPTIONS"],
	["PROPFIND", "/", "GET, HEAD, POST"],
	["PATCH", "/", "GET, HEAD, POST"],
])("%s of %s is refused with the methods there are", async (method, path, allowed) => {
	// The test's own `Request` refuses to make some of them.
	const request = new Proxy(new Request(app.url(path)), {
		get(target, name) {
			if (name === "method") return method;
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	const response = await app.fetch(request);
	expect(response.status).toBe(405);
	expect(response.headers.get("Allow")).toBe(allowed);
});

test.each([
	["https://glidercup.example", true],
	["https://2024.glidercup.example", true],
	["http://localhost:3000", true],
	["https://glidercup.example.elsewhere.com", false],
	["https://ourglidercup.example", false],
	["http://glidercup.example", false],
	["https://user@glidercup.example", false],
	["https://glidercup.example/path", false],
	["null", false],
	["https://glidercup.example, https://elsewhere.com", false],
])("the origin %s may read the API: %s", async (origin, allowed) => {
	const request = (method: string) =>
		new Request(app.url("/api/news"), { method, headers: { Origin: origin } });
	for (const method of ["GET", "OPTIONS"]) {
		const { headers } = await app.fetch(request(method));
		expect(headers.get("Access-Control-Allow-Origin")).toBe(allowed ? origin : null);
		expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
		expect(headers.get("Vary")).toContain("Origin");
	}
});

test.each(["/", "/calendar.ics", "/nowhere"])("OPTIONS of %s has no body", async (path) => {
	const response = await app.fetch(new Request(app.url(path), { method: "OPTIONS" }));
	expect([response.status, await response.text()]).toEqual([204, ""]);
	expect(response.headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
});

test.each([
	["http", "token=", false],
	["https", "__Host-token=", true],
])("over %s the session stands in the cookie %s", async (scheme, name, secure) => {
	const { email, password } = await signedUp(app);
	const url = app.url("/login").replace("http", scheme);
	const body = new URLSearchParams({ email, password });
	const response = await app.fetch(new Request(url, { method: "POST", body }));
	expect(response.status).toBe(303);
	const cookies = response.headers.getSetCookie();
	expect(cookies.filter((one) => one.endsWith("; Secure"))).toEqual(secure ? cookies : []);
	const cookie = cookies.find((one) => one.startsWith(name)) ?? "";
	const parts = cookie.split("; ").slice(1);
	expect(parts).toEqual(["Path=/", "HttpOnly", "SameSite=Lax", ...(secure ? ["Secure"] : [])]);
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
	expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
	const type = headers.get("Content-Type");
	if (type) expect(type).toMatch(/; charset=utf-8$/i);
});

test.each([
	["POST", "/user-profile/data", "/user-profile"],
	["POST", "/igc/archive", "/igc"],
	["GET", "/starting-list/export", "/starting-list"],
	["GET", "/starting-list/export/seeyou/x", "/starting-list"],
])(
	"%s %s after the session has ended leads to the login and back to its page",
	async (method, path, page) => {
		const asked = { language: "en", headers: { Cookie: "token=of.yester.day" } } as const;
		const response = await (method === "GET" ? app.get(path, asked) : app.post(path, {}, asked));
		expect(response.status).toBe(401);
		const html = await response.text();
		expect(html).toContain("<h1>Please log in</h1>");
		expect(html).toContain(`href="/login?redirectTo=${encodeURIComponent(page)}"`);
	},
);

test("who is no organiser any more is none at the next request, with the same session", async ({ admin }) => {
	expect((await app.get("/users", { as: admin })).status).toBe(200);
	await db.update(users).set({ role: null }).where(eq(users.id, admin.id));
	expect((await app.get("/users", { as: admin })).status).toBe(404);
});

test("a raised token version ends every session of the account", async ({ user }) => {
	await db.update(users).set({ tokenVersion: 2 }).where(eq(users.id, user.id));
	expect((await app.get("/user-profile", { as: user })).status).toBe(401);
});

test.each([
	["/", "2025.glidercup.example"],
	["/starting-list?q=n", "2025.glidercup.example"],
	["/login", "2025.glidercup.example."],
	["/api/news", "2025.glidercup.example"],
])("in production plain http leads to https: %s of %s", async (path, host) => {
	const production = createApp({ host, env: { MODE: "production" } });
	const plain = `http://${host}${path}`;
	const response = await production.fetch(new Request(plain));
	expect(response.status).toBe(308);
	expect(response.headers.get("Location")).toBe(`https://${host}${path}`);
	const form = await production.fetch(new Request(plain, { method: "POST", body: "a=b" }));
	expect(form.status).toBe(308);
	expect((await production.get(path)).status).toBe(200);
});
