import * as build from "virtual:remix/server-build";
import { beforeAll, describe, expect, test } from "vitest";
import { apiPaths } from "~/lib/api/api-calls.server";
import { routePath } from "~/lib/http/route-path";
import { type Limit, writeLimits } from "~/lib/http/write-limits";
import { throttles } from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { createUser, databaseOf, seedReference } from "~test/support/factories";
import { testEdition } from "~test/support/test-edition";

/*
 * How fast one account and one address may write: every writing route has a row in the table, and every row is applied.
 */

/** Actions that refuse everything. */
const refusing = new Set(["routes/$", "routes/api.$", "routes/api.docs", "routes/api.openapi[.]json"]);
/** Reads that write: safe-methods.test.ts knows no others. */
const writingReads =
	/^\/logout$|^(\/api)?\/starting-list\/export|^\/admin\/payments\/export$|^\/api\/igc\/archive/;

/** Methods by path: a page has GET, and POST where it has an action. */
const served = [
	...Object.entries(build.routes).map(([id, route]) => ({
		path: routePath(build.routes, id),
		methods: ["GET", ...(route?.module.action && !refusing.has(id) ? ["POST"] : [])],
	})),
	...apiPaths.map(({ path, calls }) => ({ path, methods: calls.map(({ method }) => method) })),
];

test("every writing route has a row, and every row a route", () => {
	const writes = served.flatMap(({ path, methods }) =>
		methods
			.filter((method) => method !== "GET" || writingReads.test(path))
			.map((method) => `${method} ${path}`),
	);
	expect(Object.keys(writeLimits).sort()).toEqual([...new Set(writes)].sort());
});

const host = `${testEdition.year}.glidercup.example`;
const production = () => createApp({ env: { MODE: "production" }, host, remembers: true });

interface Sender {
	readonly token?: string;
	readonly address: string;
}

/** Sends a write with nothing in it. @param call method and path, as in the table */
function send(app: App, call: string, { token, address }: Sender): Promise<Response> {
	const [method = "", path = ""] = call.split(" ");
	const api = path.startsWith("/api");
	const session: Record<string, string> = !token
		? {}
		: api
			? { Authorization: `Bearer ${token}` }
			: { Cookie: `__Host-token=${token}` };
	const headers = { ...session, "CF-Connecting-IP": address };
	return app.fetch(new Request(app.url(path.replace(/:\w+/g, "nothing")), { method, headers }));
}

type Row = readonly [call: string, limit: Limit];

/** The rows that share a counter. */
function groupsOf(who: "account" | "address"): [string, Row[]][] {
	const rows = Object.entries(writeLimits).map(([call, pace]): Row => [call, pace[who]]);
	// A call of the API first: it is refused without a page.
	rows.sort(([a], [b]) => Number(b.includes(" /api")) - Number(a.includes(" /api")));
	const names = new Set(rows.map(([, { name }]) => name));
	return [...names].map((name) => [name, rows.filter(([, limit]) => limit.name === name)]);
}

async function exhaust(app: App, rows: readonly Row[], sender: () => Promise<Sender>): Promise<void> {
	const [[call, { most }] = ["", { most: 0 }]] = rows;
	for (let count = 0; count < most; count += 1) {
		expect((await send(app, call, await sender())).status).not.toBe(429);
	}
}

async function expectRefused(app: App, rows: readonly Row[], sender: Sender): Promise<void> {
	for (const [call] of rows) {
		const refused = await send(app, call, sender);
		expect(refused.status, call).toBe(429);
		expect(Number(refused.headers.get("Retry-After")), call).toBeGreaterThan(0);
	}
}

beforeAll(() => seedReference());

/** An address that nothing was sent from. */
let addresses = 0;
const freshAddress = () => {
	addresses += 1;
	return `2001:db8:${addresses.toString(16)}::1`;
};

describe("one address", () => {
	test.each(groupsOf("address"))(
		"writes so often and no more: %s",
		async (_name, rows) => {
			const app = production();
			const sender = { address: freshAddress() };
			await exhaust(app, rows, async () => sender);
			await expectRefused(app, rows, sender);
			const [[call] = [""]] = rows;
			expect((await send(app, call, { address: freshAddress() })).status).not.toBe(429);
		},
		60_000,
	);
});

describe("one account", () => {
	test.each(groupsOf("account"))(
		"writes so often and no more, from anywhere: %s",
		async (_name, rows) => {
			const app = production();
			const user = await createUser();
			// A session of its own each time, as one of the rows ends it.
			const sender = async () => ({ token: await app.token(user), address: freshAddress() });
			await exhaust(app, rows, sender);
			await expectRefused(app, rows, await sender());
			const other = { token: await app.token(await createUser()), address: freshAddress() };
			const [[call] = [""]] = rows;
			expect((await send(app, call, other)).status).not.toBe(429);
		},
		60_000,
	);
});

describe("a limit", () => {
	test("counts a path however it is spelled, and writes that nothing answers", async () => {
		const app = production();
		const sender = { address: freshAddress() };
		const days = Object.entries(writeLimits).filter(([call]) => call === "POST /api/days");
		await exhaust(
			app,
			days.map(([call, { address }]): Row => [call, address]),
			async () => sender,
		);
		for (const path of ["/API/Days", "/api/days//", "/api/d%61ys"]) {
			expect((await send(app, `POST ${path}`, sender)).status, path).toBe(429);
		}
		const nowhere = [["POST /api/nowhere", { name: "other", most: 20, seconds: 60 }]] as const;
		await exhaust(app, nowhere, async () => sender);
		await expectRefused(app, nowhere, sender);
	});

	test("counts no read and costs no row", async () => {
		const app = production();
		const sender = { address: freshAddress() };
		const before = await databaseOf().select().from(throttles);
		for (let count = 0; count < 30; count += 1) {
			expect((await send(app, "GET /api/starting-list", sender)).status).toBe(200);
			await send(app, "POST /api/competitorstatuses", sender);
		}
		expect(await databaseOf().select().from(throttles)).toEqual(before);
	});

	test.each([
		["cs", "Příliš mnoho pokusů. Zkuste to znovu za 60\u00a0sekund."],
		["en", "Too many attempts. Try again in 60\u00a0seconds."],
	] as const)("returns what was typed into a page, in %s", async (language, title) => {
		const app = createApp({ clock: "2025-05-01T10:00:00Z", remembers: true });
		const as = await createUser();
		const asked = { as, language };
		for (let count = 0; count < 30; count += 1) await app.post("/registration", {}, asked);
		const refused = await app.post("/registration", { note: "Přijedu <večer>" }, asked);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("Retry-After")).toBe("60");
		const page = await refused.text();
		expect(page).toContain(`<h1>${title}</h1>`);
		expect(page).toContain("Přijedu &lt;večer&gt;");
		expect(page).toContain('action="/registration"');
	});

	test("is told to a script, with the time to wait", async () => {
		const app = createApp({ clock: "2025-05-01T10:00:00Z", remembers: true });
		const asked = {
			as: await createUser(),
			language: "en",
			headers: { Accept: "application/json" },
		} as const;
		for (let count = 0; count < 30; count += 1) await app.post("/registration", {}, asked);
		const refused = await app.post("/registration", {}, asked);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("Retry-After")).toBe("60");
		expect(await refused.json()).toEqual({ msg: "Too many requests, try again later." });
	});
});
