import * as build from "virtual:remix/server-build";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { apiPaths } from "~/lib/api/api-calls.server";
import { signPath } from "~/lib/files/signed-link.server";
import { ownLogProof } from "~/lib/flights/log-rights/confirm-log.server";
import { routePath } from "~/lib/http/route-path";
import { compileRoutes, createWorker } from "~/worker/worker.server";
import { erasureLinkTo, goodPassword, linksTo, resetTokenTo, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createAdmin, createRegistration } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { evening, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/* No credential is in the log: neither one that an address carries, nor one that somebody has copied wrong. Nor is a stranger's text. */

const app = createApp({ clock: evening });

/** What is written to the log while a test listens, and its end. */
let lines: string[] = [];

function listen(): void {
	lines = [];
	for (const level of ["log", "error", "warn", "info", "debug"] as const) {
		vi.spyOn(console, level).mockImplementation((...values) => {
			lines.push(values.map(String).join(" "));
		});
	}
}

beforeEach(listen);
afterEach(() => {
	vi.restoreAllMocks();
});

/** Sends a request, which may be a form. @returns the lines that it wrote, each of them JSON */
async function linesOf(
	path: string,
	method = "GET",
	headers: Readonly<Record<string, string>> = {},
	on = app,
) {
	const from = lines.length;
	const form = method === "POST" ? { body: new URLSearchParams({ x: "1" }) } : {};
	await on.fetch(new Request(on.url(path), { method, headers, ...form }));
	return lines.slice(from).map((line): Record<string, unknown> => JSON.parse(line));
}

describe("a path is logged by the pattern of its route", () => {
	const canary = "kanarekvpotrubi";
	const ofRoutes = Object.keys(build.routes).map((id) => routePath(build.routes, id));
	const patterns = [...new Set([...ofRoutes, ...apiPaths.map(({ path }) => path)])];
	const open = patterns.filter((pattern) => /[:*]/.test(pattern));

	test.each(open)("%s, in every spelling", async (pattern) => {
		const path = pattern.replace(/:\w+|\*/g, canary);
		const spellings = [
			path,
			`${path}/`,
			`${path}?${canary}=${canary}`,
			path.replace(/^\/./, (start) => start.toUpperCase()),
			path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
		];
		for (const spelling of spellings) {
			for (const method of ["GET", "POST"]) {
				const written = await linesOf(spelling, method);
				expect(written, spelling).toEqual([
					expect.objectContaining({ event: "request", method, path: pattern }),
				]);
			}
		}
		expect(lines.join("\n")).not.toContain(canary);
	});

	test("of an address that no route has, too", async () => {
		for (const path of [`/${canary}`, `/duty//${canary}`, `//duty/${canary}`, `/duty/${canary}/${canary}`])
			expect(await linesOf(path)).toEqual([expect.objectContaining({ path: "/*", status: 404 })]);
		expect(await linesOf(`/duty/${canary}.data`)).toMatchObject([{ path: "/duty/:token" }]);
		expect(await linesOf(`/password-reset%3Ftoken=${canary}`)).toMatchObject([{ path: "/*" }]);
		const host = createApp({ host: "api.2025.localhost" });
		expect(await linesOf(`/duty/${canary}`, "GET", {}, host)).toMatchObject([{ path: "/duty/:token" }]);
		expect(lines.join("\n")).not.toContain(canary);
	});

	test("where it has no parameter it is that path", async () => {
		for (const path of ["/", "/news", "/api/news", "/igc/upload", "/igc/archive"])
			expect(await linesOf(path)).toMatchObject([{ path }]);
	});
});

describe("one structured line without a stranger's text is written for", () => {
	const canary = "kanarekvpotrubi";
	// The manifest answers only who knows the version of the build.
	const known = { ...build, assets: { ...build.assets, version: canary } };
	const worker = createWorker(known, compileRoutes(known));
	const withManifest = createApp({ worker });

	test.each([
		`/login?_data=${canary}`,
		`/duty/${canary}?_data=${canary}`,
		`/duty/${canary}?_data=routes/duty.$token`,
		"/login?_data",
		`/login?x=1&_data=routes%2Flogin&returnTo=${canary}`,
		`/login.data?_routes=${canary}`,
		`/login.data?_data=${canary}`,
		`/${canary}%E0%A4%A`,
		`/duty/${canary}%`,
		`/duty/${canary}%zz.data`,
		`/duty/${canary}%0A`,
		`/api/${canary}%`,
		`/__manifest?version=${canary}&p=/duty/${canary}%25`,
		`/__manifest?version=${canary}&p=/news&p=/${canary}%25E0%25A4%25A`,
		`/login?lng=${canary}`,
	])("%s", async (path) => {
		for (const method of ["GET", "HEAD", "POST", "PUT"]) {
			const written = await linesOf(path, method, {}, withManifest);
			const status = expect.any(Number);
			expect(written).toEqual([expect.objectContaining({ event: "request", status })]);
			expect(written[0]?.status).toBeLessThan(500);
		}
		const paths = lines.map((line) => JSON.parse(line).path);
		expect(paths.join()).not.toContain(canary);
	});

	test("an address with _data is the page itself", async () => {
		const page = await app.get("/login?_data=routes/login&returnTo=/news", { language: "en" });
		expect(page.headers.get("Content-Type")).toContain("text/html");
		expect(await page.text()).toContain("returnTo=");
	});
});

/** How an address comes out of a chat, a mail or a hand. */
function copiedWrong(link: string): string[] {
	const [path = "", query] = link.split("?");
	const search = query === undefined ? "" : `?${query}`;
	return [
		link,
		`${path}.data${search}`,
		`${path}/${search}`,
		`${path.toUpperCase()}${search}`,
		`${link}%`,
		`${link}>`,
		link.replace("?", "%3F"),
		link.replace("?", "/"),
		link.replaceAll("=", "%3D"),
		`${link}${query === undefined ? "?" : "&"}_data=routes/_index`,
		`/__manifest?p=${link}`,
		`/login?returnTo=${encodeURIComponent(link)}`,
	];
}

/** The parts of an address that are a credential or a half of one. */
function secretsOf(link: string): string[] {
	const url = new URL(link, "http://localhost");
	return [...url.pathname.split("/"), ...url.searchParams.values()].filter((part) => part.length >= 20);
}

describe("a credential is not logged when it is that of", () => {
	const ctx = contextOf({ now: new Date(evening) });

	async function sentLog() {
		const { id } = await createRegistration({ accepted: true });
		const sent = await app.post("/igc", uploadBody(id, dayOn("2025-07-15")));
		const receipt = sent.headers.get("Location") ?? "";
		const cookies = sent.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
		return { receipt, versionId: receipt.split("/").at(-1)?.split("?")[0] ?? "", cookies };
	}

	const links: Readonly<Record<string, (admin: { id: string }) => Promise<string>>> = {
		"a duty link": async (admin) => {
			const fields = { intent: "make", day: dayOn("2025-07-15"), name: "Petra u dráhy" };
			const html = await (await app.post("/duty", fields, { as: admin })).text();
			return new URL(textsIn(html, "code")[0] ?? "").pathname;
		},
		"a new password": async () => {
			const { email } = await signedUp(app);
			await app.api("POST", "/api/auth/reset-password", { email });
			return `/password-reset?token=${await resetTokenTo(email)}`;
		},
		"a new address": async () => (await linksTo("confirm-email", (await signedUp(app)).email))[0] ?? "",
		"an address to be kept": async () => {
			const { token, email, name, surname } = await signedUp(app);
			const other = { name, surname, email: `nova.${email}` };
			await app.api("PUT", "/api/users", other, { headers: { Authorization: `Bearer ${token}` } });
			return (await linksTo("undo-email", email))[0] ?? "";
		},
		"an erasure": async () => {
			const { user, email } = await signedUp(app);
			await app.post("/user-profile/erase", { password: goodPassword }, { as: user });
			return erasureLinkTo(email);
		},
		"a receipt": async () => (await sentLog()).receipt,
		"a log that is one's own": async () => {
			const { versionId } = await sentLog();
			return `/igc/mine/${versionId}?${await ownLogProof(ctx, versionId)}`;
		},
		"a flight log": async () => signPath(ctx, "igc-file", `/api/igc/file/${(await sentLog()).versionId}`),
		"the logs of a day": async () => signPath(ctx, "igc-day", `/api/igc/archive/${dayOn("2025-07-15")}`),
	};

	test.each(Object.entries(links))("%s", async (_what, make) => {
		// The people are made without a word.
		vi.restoreAllMocks();
		const link = await make(await createAdmin());
		const secrets = secretsOf(link);
		expect(secrets.length).toBeGreaterThan(0);
		listen();
		for (const address of copiedWrong(link))
			for (const method of ["GET", "POST"]) expect(await linesOf(address, method), address).toHaveLength(1);
		const log = lines.join("\n").toLowerCase();
		for (const secret of secrets) expect(log).not.toContain(secret.toLowerCase());
	});

	test("a browser: each cookie, and a bearer's token", async () => {
		const { cookies } = await sentLog();
		const { token } = await signedUp(app);
		const others = ["token", "duty", "device", "login-step"].map((name) => `${name}=${crypto.randomUUID()}`);
		const all = [...cookies, ...others];
		expect(cookies.length).toBeGreaterThan(0);
		const headers = { Cookie: [...all, `token=${token}`].join("; "), Authorization: `Bearer ${token}` };
		for (const path of ["/", "/login", "/igc", "/duty", "/statuses?duty=on", "/api/auth/user"])
			await linesOf(path, "GET", headers);
		const log = lines.join("\n");
		for (const secret of [...all.map((cookie) => cookie.split("=")[1] ?? ""), token])
			expect(log).not.toContain(secret);
	});
});
