import { env } from "cloudflare:test";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { news } from "~db/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { elementsIn } from "~test/support/html";
import { scaled } from "~test/support/scale";
import { contentOf } from "~test/support/sent-content";

/*
 * Requests, drawn from many different ones: hosts, pages, queries, languages, encodings, cookies, sessions,
 * methods and ETags mixed. Whatever the edge has kept from earlier ones, each gets what a Worker without any memory answers.
 */

const count = scaled(10_000);
const different = scaled(1_200);
const clock = "2025-07-15T16:00:00Z";
const years = [2025, 2024] as const;

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const random = randomNumbers(20_250_715);
function pick<T>(all: readonly [T, ...T[]]): T {
	return all[Math.floor(random() * all.length)] ?? all[0];
}

const paths = [
	...[
		"/",
		"/news",
		"/starting-list",
		"/statuses",
		"/results",
		"/documents",
		"/contacts",
		"/privacy",
		"/archive",
	],
	...["/offline", "/manifest.webmanifest", "/news.atom", "/calendar.ics", "/login", "/no-such-page"],
	...["/api/news", "/api/days", "/api/documents", "/api/starting-list", "/api/registration/form"],
	...["/api/igc/form", "/api/results/top", "/api/results/daily/filters", "/api/nothing"],
] as unknown as readonly [string, ...string[]];
const queries = [
	...[
		"",
		"",
		"",
		"?utm_source=x",
		"?class=club",
		"?class=club&utm_source=x",
		"?q=T1",
		"?q=T1&class=18_meter",
	],
	...[
		"?sort=name",
		"?view=daily",
		"?view=total",
		"?view=board",
		"?day=2025-07-14",
		"?lng=en",
		"?lng=cs&fbclid=1",
	],
	...["?lng=xx", "?class=%3Cscript%3E", "?q=&sort="],
] as unknown as readonly [string, ...string[]];
const acceptEncodings = [null, null, "gzip, deflate, br, zstd", "gzip", "br"] as const;
const acceptLanguages = [null, "cs", "en", "de, en;q=0.8", "cs-CZ,cs;q=0.9,en;q=0.8", "*", "x"] as const;

/** One kind of request; what depends on earlier answers is added when it is sent. */
interface Drawn {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
}

let tokens: Record<(typeof years)[number], readonly [string, ...string[]]>;

beforeAll(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date(clock) });
	const sessions = async (year: (typeof years)[number]): Promise<readonly [string, ...string[]]> => {
		await seedReference(year);
		for (const [i, accepted] of [true, true, false].entries()) {
			await createRegistration({ accepted, startNumber: `T${i + 1}` }, year);
		}
		const admin = await createAdmin({}, year);
		await databaseOf(year)
			.insert(news)
			.values({
				id: crypto.randomUUID(),
				title: `Aktualita ${year}`,
				body: "Briefing v 9.30.",
				authorId: admin.id,
				createdAt: new Date(clock),
				updatedAt: new Date(clock),
			});
		const app = createApp({ clock, host: `${year}.localhost` });
		return [await app.token(await createUser({}, year)), await app.token(admin)];
	};
	tokens = { 2025: await sessions(2025), 2024: await sessions(2024) };
});

afterAll(() => {
	vi.useRealTimers();
});

function draw(): Drawn {
	const year = pick(years);
	const path = pick(paths);
	const cookies = [
		pick([null, null, "i18nextLng=cs", "i18nextLng=en", "i18nextLng=xx"]),
		pick([null, null, "other=1", "token2=x"]),
		random() < 0.1 ? `token=${pick([...tokens[2025], ...tokens[2024], "garbage"])}` : null,
		random() < 0.05
			? `flash=${encodeURIComponent('{"kind":"success","key":"login.success","values":{}}')}`
			: null,
	].filter((cookie) => cookie !== null);
	const accept = pick(acceptLanguages);
	const bearer = random() < 0.1 ? `Bearer ${pick([...tokens[year], "garbage"])}` : null;
	return {
		url: `http://${year}.localhost${path}${pick(queries)}`,
		headers: {
			...(cookies.length > 0 ? { Cookie: cookies.join("; ") } : {}),
			...(accept ? { "Accept-Language": accept } : {}),
			...(bearer ? { Authorization: bearer } : {}),
			...(random() < 0.05 ? { "X-Forwarded-Host": "2024.localhost" } : {}),
		},
	};
}

/** Headers that say what an answer is; the others tell how it came about. */
const compared = ["Content-Type", "Content-Language", "Set-Cookie", "Content-Disposition", "Location"];

/** An answer without what is drawn anew: the nonce, the number of the request, keys of forms and the version of a test's build. */
async function comparable(
	response: Response,
): Promise<{ readonly status: number; readonly content: string }> {
	const headers = compared.map((name) => `${name}: ${response.headers.get(name)}`);
	const policy = response.headers.get("Content-Security-Policy") ?? "";
	const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
	let text = [...headers, policy, new TextDecoder().decode(await contentOf(response))].join("\n");
	const formKeys = text.includes("formKey")
		? elementsIn(text, '[name="formKey"]').map((field) => field.getAttribute("value"))
		: [];
	for (const drawn of [nonce, response.headers.get("X-Request-Id"), ...formKeys]) {
		if (drawn) text = text.replaceAll(drawn, "drawn");
	}
	text = text.replace(/"version":\s*"[0-9a-f-]{36}"/, "");
	return { status: response.status, content: text };
}

test("mixed requests get what a Worker without memory answers", { timeout: 600_000 }, async () => {
	const cached = createApp({ clock, remembers: true, env });
	const uncached = createApp({ clock });
	const drawn = Array.from({ length: different }, draw);
	const expected = new Map<Drawn, Awaited<ReturnType<typeof comparable>>>();
	const etags = new Map<Drawn, string>();
	const states: Record<string, number> = {};
	for (let i = 0; i < count; i += 1) {
		const one = drawn[Math.floor(random() * different)] ?? draw();
		const want = expected.get(one) ?? (await comparable(await uncached.fetch(new Request(one.url, one))));
		expected.set(one, want);
		const method = random() < 0.15 ? "HEAD" : "GET";
		const known = random() < 0.3 ? (etags.get(one) ?? 'W/"another"') : null;
		const encodings = pick(acceptEncodings);
		const headers = {
			...one.headers,
			...(encodings ? { "Accept-Encoding": encodings } : {}),
			...(known ? { "If-None-Match": known } : {}),
		};
		const answer = await cached.fetch(new Request(one.url, { method, headers }));
		const state = answer.headers.get("X-Edge-Cache") ?? "none";
		const what = `${i}: ${method} ${one.url} ${JSON.stringify(headers)} (${state})`;
		const etag = answer.headers.get("ETag");
		if (etag) etags.set(one, etag);
		if (answer.status === 304) {
			states[304] = (states[304] ?? 0) + 1;
			// A reader who is told so has had exactly this.
			expect(etag, what).toBe(known);
			continue;
		}
		states[state] = (states[state] ?? 0) + 1;
		const got = await comparable(answer);
		expect(got.status, what).toBe(want.status);
		if (method === "GET") expect(got.content === want.content ? "" : got.content, what).toBe("");
		else expect(got.content.endsWith("\n"), what).toBe(true);
		if (i % (count / 10) === 0) vi.advanceTimersByTime(3_000);
	}
	// All ways an answer comes about have been gone.
	expect(Object.keys(states).sort()).toEqual(["304", "BYPASS", "HIT", "MISS"]);
	expect(states.HIT).toBeGreaterThan(count / 4);
});
