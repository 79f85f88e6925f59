import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
	createSoaringSpotClient,
	type SoaringSpotOptions,
	soaringSpotAuthorization,
	soaringSpotSignature,
} from "~/lib/results/soaring-spot/client";
import { SoaringSpotError } from "~/lib/results/soaring-spot/hal";
import type { RunningFake } from "~test/fakes/json-server";
import { type SoaringSpotFailure, startSoaringSpotFake } from "~test/fakes/soaring-spot";
import { sampleContest } from "~test/fakes/soaring-spot-dataset";

const keys = { clientId: "club-42", secret: "not a secret" };
let fake: RunningFake;

beforeAll(async () => {
	fake = await startSoaringSpotFake(keys);
});
afterAll(() => fake.close());
beforeEach(() => control("POST", "reset"));

async function control(method: string, path: string, body?: unknown): Promise<Response> {
	return fetch(`${fake.url}/__control/${path}`, {
		method,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

async function requests(): Promise<{ path: string; status: number }[]> {
	return (await control("GET", "requests")).json();
}

const fail = (failure: SoaringSpotFailure) => control("POST", "failures", failure);

function client(overrides: Partial<SoaringSpotOptions> = {}) {
	return createSoaringSpotClient({ baseUrl: `${fake.url}/v1`, ...keys, wait: async () => {}, ...overrides });
}

/** A client of the real address whose requests are answered by the given bodies in turn. */
function scripted(...answers: object[]) {
	const asked: { url: string; redirect: string | undefined }[] = [];
	const remaining = [...answers];
	const send = async (input: RequestInfo | URL, init?: RequestInit) => {
		asked.push({ url: String(input), redirect: init?.redirect });
		return Response.json(remaining.shift() ?? {});
	};
	const baseUrl = "https://api.soaringspot.com/v1/";
	return { asked, client: client({ baseUrl, fetch: send as typeof fetch }) };
}

async function failureOf(promise: Promise<unknown>): Promise<{ kind: string; status: number | null }> {
	const error: unknown = await promise.then(
		() => null,
		(reason) => reason,
	);
	if (!(error instanceof SoaringSpotError)) throw new Error(`expected a SoaringSpotError, got ${error}`);
	return { kind: error.kind, status: error.status };
}

test("the signature is the base64 of the HMAC-SHA256 of nonce, time and client id", async () => {
	// Computed with: printf %s 'n0nce2025-07-12T10:00:00Zclub-42' | openssl dgst -sha256 -hmac 'not a secret' -binary | base64
	expect(await soaringSpotSignature(keys, "n0nce", "2025-07-12T10:00:00Z")).toBe(
		"G1YHbwMPGxeY0LupIoSr4YSYfSi/utEFq5DgG0g72hk=",
	);
});

test("the header is one line in the form of the API, with whole seconds", async () => {
	const header = await soaringSpotAuthorization(keys, "n0nce", new Date("2025-07-12T10:00:00.987Z"));
	expect(header).toBe(
		'http://api.soaringspot.com/v1/hmac/v1 ClientID="club-42", Signature="G1YHbwMPGxeY0LupIoSr4YSYfSi/utEFq5DgG0g72hk=", Nonce="n0nce", Created="2025-07-12T10:00:00Z"',
	);
});

test("contests and classes are read", async () => {
	expect(await client().contests()).toEqual([{ id: 3190, name: "Glider Cup 2025" }]);
	expect(await client().classes(3190)).toEqual([
		{ id: 11, name: "Klub", type: "club" },
		{ id: 12, name: "Kombi", type: "18_meter" },
	]);
});

test("all pages of a class's results are read, each with its own nonce", async () => {
	const tasks = await client().results(11);
	expect(tasks.map(({ date, number, status }) => [date, number, status])).toEqual([
		["2025-07-11", -1, "practice"],
		["2025-07-12", 1, "official"],
		["2025-07-13", 2, "official"],
		["2025-07-14", 3, "unofficial"],
		["2025-07-16", 4, "preliminary"],
		["2025-07-15", 5, "cancelled"],
	]);
	expect(await requests()).toEqual([
		{ path: "/v1/classes/11/results", status: 200 },
		{ path: "/v1/classes/11/results?page=2", status: 200 },
		{ path: "/v1/classes/11/results?page=3", status: 200 },
	]);
	expect(tasks[1]?.results[0]).toEqual({
		rank: 1,
		totalRank: 1,
		points: 1000,
		totalPoints: 1000,
		penalty: 0,
		distanceM: 312_400,
		speedKmh: 98.64,
		flightId: 10_541_334_700,
		contestant: {
			name: "Jan Vzorný",
			club: "Aeroklub Lípa",
			glider: "LS 4",
			startNumber: "K1",
			registrationNumber: "OK-1001",
			handicap: 1.04,
			notCompeting: false,
		},
	});
});

test("a list that is empty, which the API answers with 404 and JSON, is empty", async () => {
	await control("PUT", "contest", {
		...sampleContest(),
		classes: [{ id: 11, name: "Klub", type: "club", tasks: [] }],
	});
	expect(await client().results(11)).toEqual([]);
});

test("404 with a page instead of JSON is an error", async () => {
	expect(await failureOf(client({ baseUrl: `${fake.url}/v2/elsewhere/x` }).contests())).toEqual({
		kind: "notFound",
		status: 404,
	});
});

test("a wrong secret and a clock six minutes off are refused and not tried again", async () => {
	expect(await failureOf(client({ secret: "other" }).contests())).toEqual({
		kind: "unauthorized",
		status: 401,
	});
	const now = () => new Date("2025-07-12T10:00:00Z");
	await control("PUT", "clock", { now: "2025-07-12T10:06:00Z" });
	expect((await failureOf(client({ now }).contests())).kind).toBe("unauthorized");
	expect(await requests()).toHaveLength(2);
	await control("PUT", "clock", { now: "2025-07-12T10:04:00Z" });
	expect(await client({ now }).contests()).toHaveLength(1);
});

test("a nonce that was used before is refused", async () => {
	const nonce = () => "the same";
	expect(await client({ nonce }).contests()).toHaveLength(1);
	expect((await failureOf(client({ nonce }).contests())).kind).toBe("unauthorized");
});

test("two failures are survived, each retry waits longer", async () => {
	await fail({ kind: "status", status: 500 });
	await fail({ kind: "disconnect" });
	const waits: number[] = [];
	const wait = async (milliseconds: number) => void waits.push(milliseconds);
	expect(await client({ wait }).classes(3190)).toHaveLength(2);
	expect(waits).toEqual([400, 800]);
});

test.each([
	[{ kind: "status", status: 500, times: 3 }, "http", 3],
	[{ kind: "status", status: 429, times: 3 }, "http", 3],
	[{ kind: "disconnect", times: 3 }, "network", 3],
	[{ kind: "hang", times: 3 }, "timeout", 3],
	[{ kind: "notJson" }, "notJson", 1],
	[{ kind: "status", status: 400 }, "http", 1],
	[{ kind: "status", status: 403 }, "unauthorized", 1],
] as [SoaringSpotFailure, string, number][])(
	"%j ends as %s after %i attempts",
	async (failure, kind, attempts) => {
		await fail({ ...failure, match: "/classes/11/" });
		// Counted where they are made: a request that ends soon may never reach the server.
		let made = 0;
		const send: typeof fetch = (...request) => {
			made += 1;
			return fetch(...request);
		};
		const limit = failure.kind === "hang" ? { timeoutMs: 100 } : {};
		expect((await failureOf(client({ ...limit, fetch: send }).results(11))).kind).toBe(kind);
		expect(made).toBe(attempts);
	},
);

const emptyPage = (next: string) => ({ _links: { next: { href: next } }, _embedded: {} });

test.each([
	"https://evil.example.com/v1/contests?page=2",
	"https://api.soaringspot.com.example.com/v1/contests",
	"https://api.soaringspot.com:8443/v1/contests",
	"https://user@api.soaringspot.com/v1/contests",
	"ftp://api.soaringspot.com/v1/contests",
	"//evil.example.com/",
])("the link %s is not followed", async (href) => {
	const { asked, client } = scripted(emptyPage(href));
	expect((await failureOf(client.contests())).kind).toBe("foreignLink");
	expect(asked).toHaveLength(1);
});

test("a link written with http is asked for over https, and a relative one at the same host", async () => {
	const { asked, client } = scripted(
		emptyPage("http://api.soaringspot.com/v1/contests?page=2"),
		emptyPage("/v1/contests?page=3"),
	);
	await client.contests();
	expect(asked.map(({ url }) => url)).toEqual([
		"https://api.soaringspot.com/v1/contests",
		"https://api.soaringspot.com/v1/contests?page=2",
		"https://api.soaringspot.com/v1/contests?page=3",
	]);
	expect(new Set(asked.map(({ redirect }) => redirect))).toEqual(new Set(["manual"]));
});

test("pages that lead back to the first end the list", async () => {
	const { asked, client } = scripted(emptyPage("/v1/contests"));
	expect(await client.contests()).toEqual([]);
	expect(asked).toHaveLength(1);
});

test.each([
	{ _embedded: { "http://api.soaringspot.com/rel/class_results": {} } },
	{ _embedded: { "http://api.soaringspot.com/rel/class_results": [null] } },
	{ _embedded: { "http://api.soaringspot.com/rel/class_results": [{ task_number: 1 }] } },
	{ _embedded: { "http://api.soaringspot.com/rel/class_results": [{ task_date: "2025-07-12" }] } },
	[],
])("an answer of another shape is refused: %j", async (answer) => {
	expect((await failureOf(scripted(answer).client.results(11))).kind).toBe("shape");
});

test("pages that are too large together end the list before they fill the memory", async () => {
	const pages = [2, 3, 4].map((page) => ({
		...emptyPage(`/v1/contests?page=${page}`),
		x: "x".repeat(3_000_000),
	}));
	const { asked, client } = scripted(...pages);
	expect((await failureOf(client.contests())).kind).toBe("tooLarge");
	expect(asked).toHaveLength(3);
});

test("a body that is too large is not read to its end", async () => {
	const body = "x".repeat(9_000_000);
	const send = (async () => new Response(body)) as typeof fetch;
	expect((await failureOf(client({ fetch: send }).contests())).kind).toBe("tooLarge");
});

test("an error tells neither key nor secret", async () => {
	const error = await client({ secret: "other" })
		.contests()
		.catch((reason: Error) => reason);
	expect(String(error)).not.toMatch(/club-42|other/);
});
