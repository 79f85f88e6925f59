import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copySources } from "~test/support/checkout";
import { freePortFrom } from "../../scripts/local/ports";

/* What `npm run dev` does, on a copy of the sources, as the tests save changes. */

const folder = mkdtempSync(join(tmpdir(), "dev-"));

let port = 0;
let server: ChildProcess | null = null;
let errors = "";

beforeAll(async () => {
	copySources(folder);
	port = await freePortFrom(8990);
	const { NODE_ENV: _, ...environment } = process.env;
	server = spawn(process.execPath, ["scripts/run.mjs", "dev"], {
		cwd: folder,
		env: { ...environment, PORT: String(port), DEMO: "no" },
		stdio: ["ignore", "pipe", "pipe"],
	});
	server.stderr?.on("data", (text) => {
		errors += text;
	});
	await isRunning(server);
});

afterAll(async () => {
	if (server?.exitCode === null) {
		const ended = once(server, "exit");
		server.kill();
		await ended;
	}
	rmSync(folder, { recursive: true, force: true });
});

/** Resolves when the server says that it runs. @throws Error with what it has said instead */
function isRunning({ stdout, exitCode }: ChildProcess): Promise<void> {
	if (!stdout || exitCode !== null) throw new Error(errors);
	return new Promise((resolve, reject) => {
		createInterface({ input: stdout })
			.on("line", (line) => line.includes("is running") && resolve())
			.on("close", () => reject(new Error(errors)));
	});
}

const ask = (path: string, init?: RequestInit) => fetch(`http://localhost:${port}${path}`, init);

/** Replaces a text in a file of the copy. */
function save(file: string, text: string, by: string): void {
	const path = join(folder, file);
	const before = readFileSync(path, "utf8");
	expect(before).toContain(text);
	writeFileSync(path, before.replace(text, by));
}

test("the development server answers by our own Worker, with its guards and its cache", async () => {
	const home = await ask("/");
	expect(home.status, errors).toBe(200);
	expect(await home.text()).toContain("</footer>");
	expect(home.headers.get("X-Edge-Cache")).not.toBeNull();
	const options = await ask("/", { method: "OPTIONS" });
	expect(options.status).toBe(204);
	expect(options.headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
});

test("the development server shows the components in their states", async () => {
	expect((await ask("/dev/gallery")).status).toBe(200);
});

test("the development server sends a page's script as one without imports", async () => {
	const page = await (await ask("/")).text();
	const address = /src="([^"]+page\.ts[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
	const script = await (await ask(address ?? "")).text();
	expect(script).toContain("currentScript");
	expect(script).not.toMatch(/^import /m);
});

test("the development server shows a saved component", async () => {
	expect(await (await ask("/")).text()).not.toContain("data-saved");
	save("app/shell/site-footer.tsx", "<footer ", '<footer data-saved="" ');
	await vi.waitFor(async () => expect(await (await ask("/")).text()).toContain("data-saved"), {
		timeout: 120_000,
		interval: 100,
	});
});

test("the trace of a failure in development names the file and the line as they are saved", async () => {
	const file = "app/lib/operations/api.server.ts";
	save(file, "const health = {", 'throw new Error("saved by a test");\n\t\t\tconst health = {');
	const lines = readFileSync(join(folder, file), "utf8").split("\n");
	const line = lines.findIndex((text) => text.includes("saved by a test")) + 1;
	await vi.waitFor(
		async () => {
			await ask("/api/health");
			expect(errors).toContain(`${file}:${line}:`);
		},
		{ timeout: 120_000, interval: 100 },
	);
});
