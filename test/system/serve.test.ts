import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { signToken } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import { sessions, users } from "~db/schema";
import { newestEdition } from "~editions/index";
import { killBuiltWorkers } from "~test/support/built-worker";
import { noteSecrets } from "~test/support/log-watch";
import { scaled } from "~test/support/scale";
import { adminRightSql } from "../../scripts/admin/admin-right";
import { whereOf } from "../../scripts/admin/where";
import { databaseOf } from "../../scripts/database/database-of";
import { insertRows, prepareAll } from "../../scripts/database/insert-rows";
import { inProject } from "../../scripts/lib/paths.mjs";
import { Stop } from "../../scripts/lib/stop.mjs";
import { type DevServer, startDevServer } from "../../scripts/local/dev-server";
import { openLocalState } from "../../scripts/local/local-state";
import { freePortFrom } from "../../scripts/local/ports";
import { startFront } from "../../scripts/serve/front";
import { readServeOptions } from "../../scripts/serve/serve-options";
import { makePlace, updateDatabases } from "../../scripts/serve/served-place";

/* What `npm run serve` does: one server for the tests of this file, in production mode, behind TLS and behind a proxy. */

const folder = mkdtempSync(join(tmpdir(), "serve-"));
const data = join(folder, "data");
const certificate = {
	cert: inProject("test/support/certificate/cert.pem"),
	key: inProject("test/support/certificate/key.pem"),
};
const { year } = newestEdition();
const host = `${year}.glidercup.example`;
const password = "termika nad lesem";
const now = new Date();
const people = ["organiser", "reader", "helper"].map((id) => ({
	id,
	email: `${id}@example.com`,
	role: id === "organiser" ? ("organiser" as const) : null,
}));

const place = makePlace(data);
const ports = { worker: 0, tls: 0, proxied: 0 };
let server: DevServer;
let token = "";
const stops: (() => Promise<void>)[] = [];

/** Errors that the Worker has logged. */
const failures: string[] = [];

async function startServer(): Promise<void> {
	server = await startDevServer(place, ports.worker, {
		log: (line) => {
			if (line.includes('"level":"error"')) failures.push(line);
		},
	});
}

/** The token of a session of the organiser in the API, with a second factor. */
async function confirmedToken(): Promise<string> {
	const env = { PUBLIC_DOMAIN: "glidercup.example", ...parseEnv(readFileSync(place.secrets, "utf8")) };
	const settings = readSettings(env as unknown as Env, year);
	return signToken(
		"session",
		{ id: "organiser", tokenVersion: 1 },
		{ edition: { year }, settings, now },
		"session",
	);
}

beforeAll(async () => {
	await updateDatabases(place, () => {});
	const passwordHash = await hashPassword(password);
	const times = { createdAt: now, updatedAt: now, verifiedAt: now };
	const rows = people.map((one) => ({ ...one, ...times, name: "Jana", surname: "Nová", passwordHash }));
	const session = {
		...{ id: "session", userId: "organiser", tokenVersion: 1, channel: "api" as const, userAgent: null },
		...{ createdAt: now, confirmedAt: now, expiresAt: new Date(now.getTime() + 3_600_000) },
	};
	const { env, close } = await openLocalState(place);
	const database = databaseOf(env, year);
	await database.batch(
		prepareAll(database, [...insertRows(users, rows), ...insertRows(sessions, [session])]),
	);
	await close();
	token = await confirmedToken();
	ports.worker = await freePortFrom(18_900);
	ports.tls = await freePortFrom(18_920);
	ports.proxied = await freePortFrom(18_940);
	await startServer();
	const workerPort = ports.worker;
	stops.push(
		await startFront({ port: ports.tls, workerPort, certificate, trustedProxy: "192.0.2.1" }),
		await startFront({ port: ports.proxied, workerPort, certificate: null, trustedProxy: "127.0.0.1" }),
	);
});

afterAll(async () => {
	for (const stop of stops) await stop();
	// None where the preparation has failed.
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

interface Asked {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string;
	/** Sends it as the proxy does, without TLS of its own. */
	readonly proxied?: boolean;
}

interface Answer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
}

function ask(
	path: string,
	{ method = "GET", headers = {}, body, proxied = false }: Asked = {},
): Promise<Answer> {
	const ca = readFileSync(certificate.cert);
	const options = { hostname: "127.0.0.1", path, method, headers: { Host: host, ...headers }, agent: false };
	return new Promise((resolve, reject) => {
		const sent = proxied
			? plainRequest({ ...options, port: ports.proxied })
			: tlsRequest({ ...options, port: ports.tls, ca, servername: host });
		sent.on("error", reject).on("response", (response) => {
			const parts: Buffer[] = [];
			response.on("error", reject).on("data", (part: Buffer) => parts.push(part));
			response.on("end", () =>
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					text: Buffer.concat(parts).toString(),
				}),
			);
		});
		sent.end(body);
	});
}

const form = (fields: Record<string, string>): Asked => ({
	method: "POST",
	headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: `https://${host}` },
	body: new URLSearchParams(fields).toString(),
});

function addNews(title: string): Promise<Answer> {
	return ask("/api/news", {
		method: "POST",
		headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
		body: JSON.stringify({ title, body: "Text", email: false }),
	});
}

test("secrets are made once, for the owner alone, and nothing of local mode is taken", () => {
	const secrets = readFileSync(place.secrets, "utf8");
	expect((statSync(place.secrets).mode & 0o777).toString(8)).toBe("600");
	expect(secrets).toMatch(/^TOKEN_SECRET=[0-9a-f]{64}\nFACTOR_SECRET=[0-9a-f]{64}\n$/);
	makePlace(data);
	expect(readFileSync(place.secrets, "utf8")).toBe(secrets);
	const other = join(folder, "local");
	mkdirSync(other);
	writeFileSync(join(other, ".dev.vars"), "MODE=local\n");
	expect(() => makePlace(other)).toThrow("MODE, which is for npm start alone");
});

test("nobody is served over plain http, and half of a certificate is none", () => {
	const read = (...args: string[]) => readServeOptions(["--data", "d", ...args]);
	expect(() => read()).toThrow("Passwords do not go over plain http");
	expect(() => read("--cert", certificate.cert)).toThrow("two files");
	expect(() => read("--cert", certificate.cert, "--key", "nowhere.pem")).toThrow("no file nowhere.pem");
	expect(() => read("--trust-proxy", "caddy")).toThrow("no IP address");
	expect(read("--trust-proxy", "127.0.0.1")).toMatchObject({ port: 8080, certificate: null });
	expect(read("--cert", certificate.cert, "--key", certificate.key)).toMatchObject({ port: 443 });
});

test("a port that is taken and files that are no certificate are told in a sentence", async () => {
	const options = { port: ports.tls, workerPort: ports.worker, certificate: null, trustedProxy: "127.0.0.1" };
	await expect(startFront(options)).rejects.toThrow(/on port \d+ \(listen EADDRINUSE.* by --port/);
	await expect(startFront(options)).rejects.toThrow(Stop);
	const swapped = { cert: certificate.key, key: certificate.cert };
	await expect(startFront({ ...options, certificate: swapped })).rejects.toThrow(
		"no certificate with its key",
	);
});

test("the build is served with TLS by the files of a certificate, for the hosts of the domain", async () => {
	const home = await ask("/");
	expect([home.status, home.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
	expect(home.text).toContain(newestEdition().title);
	expect(home.headers["strict-transport-security"]).toBeDefined();
	const [script = ""] = /\/assets\/[\w.-]+\.css/.exec(home.text) ?? [];
	expect((await ask(script)).status).toBe(200);
	const health = await ask("/", { headers: { Host: "api.2024.glidercup.example" } });
	expect(JSON.parse(health.text)).toMatchObject({ status: "ok", edition: 2024 });
});

test("what a proxy has got over plain http is led to https", async () => {
	const plain = await ask("/news?page=2", { proxied: true });
	expect([plain.status, plain.headers.location]).toEqual([308, `https://${host}/news?page=2`]);
	const secure = await ask("/news", { proxied: true, headers: { "X-Forwarded-Proto": "https" } });
	expect(secure.status).toBe(200);
});

test.each(["/dev/mail", "/dev/mail.json", "/dev/gallery", "/cdn-cgi/handler/scheduled", "/cdn-cgi/explorer"])(
	"%s is not there",
	async (path) => {
		expect((await ask(path)).status).toBe(404);
		expect((await ask(path, { headers: { Host: "localhost" } })).status).toBe(404);
	},
);

test("what a client says to Miniflare is not heard", async () => {
	const headers = {
		"MF-Original-URL": "https://2024.glidercup.example/",
		"MF-Op": "GET",
		"MF-Route-Override": "elsewhere",
		"MF-CF-Blob": "{",
	};
	const home = await ask("/", { headers });
	expect([home.status, home.text.includes(newestEdition().title)]).toEqual([200, true]);
	expect((await ask("//elsewhere.example.com/")).status).not.toBe(200);
});

test("an answer before the end of a body reaches who sends it", async () => {
	const headers = {
		Host: host,
		...form({}).headers,
		"Content-Length": "5000000",
		"X-Forwarded-Proto": "https",
	};
	const sent = plainRequest({ port: ports.proxied, path: "/login", method: "POST", headers, agent: false });
	sent.on("error", () => {}).write("a".repeat(1_000));
	const [response] = await once(sent, "response");
	expect(response.statusCode).toBe(413);
	sent.destroy();
});

test("a body over the limit is refused as too large, however fast it comes", async () => {
	const { headers } = form({});
	const answers = Array.from({ length: 12 }, () =>
		ask("/login", { method: "POST", headers, body: "a".repeat(8_000_000) }).then(({ status }) => status),
	);
	expect(new Set(await Promise.all(answers))).toEqual(new Set([413]));
});

test("an organiser without a second factor has no right", async () => {
	await noteSecrets(
		new Request("https://localhost", { method: "POST", body: new URLSearchParams({ password }) }),
	);
	const login = await ask("/login", form({ email: "organiser@example.com", password }));
	expect([login.status, login.headers.location]).toEqual([303, expect.stringContaining("/second-factor")]);
	const cookie = (login.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
	expect(login.headers["set-cookie"]?.join()).toContain("Secure");
	const admin = await ask("/admin", { headers: { Cookie: cookie } });
	expect(admin.status).not.toBe(200);
});

/** Asks for new passwords until it is too often. @returns how many were asked for before, at most 30 */
async function resetsUntilRefused(headersOf: (n: number) => Record<string, string>, proxied: boolean) {
	for (let n = 0; n < 30; n += 1) {
		const { status } = await ask("/api/auth/reset-password", {
			...{ method: "POST", body: JSON.stringify({ email: `nobody.${n}@example.com` }), proxied },
			headers: { "Content-Type": "application/json", "X-Forwarded-Proto": "https", ...headersOf(n) },
		});
		if (status === 429) return n;
	}
	return 30;
}

test("limits count the address that the proxy says, and believe nobody else", async () => {
	const varied = (n: number) => ({ "X-Forwarded-For": `203.0.113.${n}` });
	expect(await resetsUntilRefused(varied, true), "each visitor of the proxy").toBe(30);
	const claimed = (n: number) => ({ "X-Forwarded-For": `203.0.113.${n}, 198.51.100.7` });
	expect(await resetsUntilRefused(claimed, true), "one who says to stand behind others").toBeLessThan(30);
	const forged = (n: number) => ({
		"X-Forwarded-For": `203.0.113.${100 + n}`,
		"CF-Connecting-IP": `203.0.113.${100 + n}`,
		Forwarded: `for=203.0.113.${100 + n}`,
	});
	expect(await resetsUntilRefused(forged, false), "no proxy").toBeLessThan(30);
});

test("admin:grant waits while the server writes, which goes on", async () => {
	let writes = true;
	failures.length = 0;
	// The schedule writes the beginning and the end of each job, and no limit holds it back.
	const writer = async () => {
		while (writes) await server.runSchedule();
	};
	const writers = Promise.all([writer(), writer()]);
	const grant = adminRightSql("grant", "helper@example.com", new Date());
	// What the command does, which opens the databases in a process of its own.
	const rows = await whereOf({ remote: false, data })
		.execute(year, grant)
		.finally(() => {
			writes = false;
			return writers;
		});
	expect(rows.at(-1)).toEqual([expect.objectContaining({ role: "organiser", changed: 1 })]);
	expect(failures).toEqual([]);
}, 300_000);

test("kills lose nothing that was acknowledged", async ({ signal }) => {
	const kills = scaled(25);
	const acknowledged: string[] = [];
	for (let round = 0; round < kills; round += 1) {
		let killed = false;
		const writer = async () => {
			while (!killed && !signal.aborted) {
				const answer = await addNews(`Kolo ${round}`).catch(() => null);
				if (answer?.status === 201) acknowledged.push(JSON.parse(answer.text)._id);
				if (acknowledged.length < (round + 1) * 5 + (round % 7) || killed) continue;
				killed = true;
				killBuiltWorkers();
			}
		};
		await Promise.all(Array.from({ length: 6 }, writer));
		await server.ended;
		expect((await ask("/")).status).toBe(503);
		await startServer();
	}
	const { text } = await ask("/api/news");
	const written = new Set((JSON.parse(text) as { _id: string }[]).map(({ _id }) => _id));
	expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 5);
	expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
}, 600_000);
