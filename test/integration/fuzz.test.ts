import * as build from "virtual:remix/server-build";
import fc from "fast-check";
import { expect, test } from "vitest";
import { apiPaths } from "~/lib/api/api-calls.server";
import { routePath } from "~/lib/http/route-path";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, seedReference } from "~test/support/factories";
import { scaled } from "~test/support/scale";

/*
 * Requests nobody would send: every route with odd methods, ids, queries, headers and bodies, asked by visitors,
 * pilots and organisers. None may be answered by a 5xx, and none may tell of the inside.
 */

/** Values for the parameters of paths: some that exist, more that do not. */
/** Headers of the visitor, the pilot and the organiser, for pages and for the API. */

const reference = await seedReference();
const pilot = await createUser();
const registration = await createRegistration({ userId: pilot.id, accepted: true });
const app = createApp({ remembers: true, clock: "2025-07-12T10:00:00Z" });
const tokens = await Promise.all([app.token(pilot), app.token(await createAdmin())]);
const identities = [
	{},
	...tokens.flatMap((token): Record<string, string>[] => [
		{ Cookie: `token=${token}` },
		{ Authorization: `Bearer ${token}` },
	]),
];
const ids = [
	registration.id,
	reference.competitionDays[0]?.id ?? "",
	reference.competitionClasses[0]?.id ?? "",
	reference.gliderTypes[0]?.id ?? "",
];

/** Routes a person's own hand would not survive a thousand visits to: hashing takes 150 ms a time. */
const slow = /^\/(login|signup|password-reset|change-password|api\/auth|api\/users)/;

const patterns = [
	...Object.keys(build.routes)
		.filter((id) => id !== "root")
		.map((id) => routePath(build.routes, id)),
	...apiPaths.map(({ path }) => path),
];

const odd = fc.oneof(
	fc.string({ unit: "binary", maxLength: 60 }),
	fc.constantFrom(
		"",
		"0",
		"-1",
		"1e9",
		"null",
		"undefined",
		"true",
		"[]",
		"{}",
		"%",
		"%00",
		"'; DROP TABLE users;--",
	),
	fc.constantFrom(
		"../../etc/passwd",
		"<script>alert(1)</script>",
		"\u202E",
		"\uD800",
		"a".repeat(300),
		"2025-13-45",
	),
);
/** What is accepted somewhere: without it no odd request would come far. */
const fitting = fc.constantFrom(
	"TASK",
	"FLYING",
	"2025-07-12",
	"https://example.com/task",
	"jana@example.com",
	"12",
	"on",
);
const id = fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: odd });
const names = [
	"email",
	"password",
	"name",
	"title",
	"body",
	"task",
	"status",
	"day",
	"class",
	"q",
	"token",
	"version",
];
const more = [
	"accepted",
	"paid",
	"isReserve",
	"igc",
	"pilot",
	"document",
	"taskUrl",
	"meals",
	"quantity",
	"phone",
];
const fields = fc.dictionary(
	fc.oneof(fc.constantFrom(...names, ...more), fc.string({ maxLength: 12 })),
	fc.oneof(odd, fitting),
	{ maxKeys: 5 },
);
const contentTypes = [
	"application/json",
	"application/x-www-form-urlencoded",
	"multipart/form-data",
	"text/plain",
	"",
	"multipart/form-data; boundary=x",
	"application/json; charset=utf-16",
];

const anyRequest = fc.record({
	pattern: fc.constantFrom(...patterns),
	params: fc.array(id, { minLength: 3, maxLength: 3 }),
	method: fc.constantFrom(
		"GET",
		"GET",
		"POST",
		"POST",
		"PUT",
		"PUT",
		"DELETE",
		"DELETE",
		"PATCH",
		"HEAD",
		"OPTIONS",
	),
	query: fields,
	who: fc.nat({ max: 4 }),
	suffix: fc.constantFrom("", "", "", ".data", "/", "//"),
	contentType: fc.constantFrom(...contentTypes),
	body: fc.oneof(fields, fc.json({ maxDepth: 3 }), fc.uint8Array({ maxLength: 200 }), odd),
	header: fc.option(
		fc.record({
			name: fc.constantFrom(
				"Cookie",
				"Authorization",
				"If-None-Match",
				"Accept-Language",
				"Range",
				"Content-Length",
			),
			value: fc.string({ unit: "grapheme-ascii", maxLength: 80 }),
		}),
	),
});

type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

function toRequest({
	pattern,
	params,
	method,
	query,
	who,
	suffix,
	contentType,
	body,
	header,
}: AnyRequest): Request | null {
	let at = 0;
	const fill = () => {
		const value = params[at++ % params.length];
		return (
			encodeURIComponent(
				(typeof value === "number" ? (ids[value] ?? "") : (value ?? "")).replace(/\p{Cs}/gu, "?"),
			) || "x"
		);
	};
	const path = pattern.replace(/:\w+\??|\*/g, fill);
	if (slow.test(path) && at % 7 !== 0) return null;
	const headers = new Headers(identities[who]);
	if (contentType) headers.set("Content-Type", contentType);
	if (header && !(header.name === "Content-Length" && !/^\d{1,9}$/.test(header.value))) {
		headers.set(header.name, header.value.replace(/[^\x20-\x7E]/g, "").trim());
	}
	const url = new URL(app.url(path + suffix));
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
	const sent =
		body instanceof Uint8Array
			? new Uint8Array(body)
			: typeof body === "string"
				? body
				: contentType.startsWith("application/json")
					? JSON.stringify(body)
					: String(new URLSearchParams(body));
	return new Request(url, { method, headers, body: sent });
}

const inside = /D1_ERROR|SQLITE_|constraint failed|\bat \w+ \(|file:\/\/|node_modules|scrypt\$|password_hash/;

test("requests that nobody would send get no 5xx and hear nothing of the inside", async () => {
	const answers: Record<string, number> = {};
	await fc.assert(
		fc.asyncProperty(anyRequest, async (wanted) => {
			const request = toRequest(wanted);
			// What is not sent does not count.
			if (!request) return fc.pre(false);
			const response = await app.fetch(request);
			const kind = `${Math.floor(response.status / 100)}xx`;
			answers[kind] = (answers[kind] ?? 0) + 1;
			expect(response.status, `${request.method} ${request.url}`).toBeLessThan(500);
			if (response.headers.get("Content-Type")?.match(/^(text|application\/json)/)) {
				expect(await response.text()).not.toMatch(inside);
			}
			expect(response.headers.get("Cache-Control")).toBeTruthy();
			expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(response.headers.get("Content-Security-Policy")).toBeTruthy();
		}),
		{ numRuns: scaled(3_000), endOnFailure: true },
	);
	console.log(JSON.stringify(answers));
}, 600_000);
