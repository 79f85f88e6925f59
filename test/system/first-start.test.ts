import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { fingerprintOf } from "../../scripts/lib/build";
import { run } from "../../scripts/lib/command.mjs";
import { completeLocalSecrets } from "../../scripts/local/local-secrets";
import { freePortFrom, isPortFree } from "../../scripts/local/ports";
import { installFlags, isInstalled } from "../../scripts/run/install.mjs";
import { isNodeNewEnough } from "../../scripts/run/node-version.mjs";

const folders: string[] = [];

function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "first-start-"));
	folders.push(folder);
	return folder;
}

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test("Node.js is new enough from 20.19 on", () => {
	expect(["18.20.0", "20.18.9", "20.19.0", "20.20.2", "22.0.0"].map(isNodeNewEnough)).toEqual([
		false,
		false,
		true,
		true,
		true,
	]);
});

test("packages are installed again when the lockfile wants another version", () => {
	const wanted = { "": {}, "node_modules/a": { version: "1.0.0" } };
	expect(isInstalled(wanted, { "node_modules/a": { version: "1.0.0" } })).toBe(true);
	expect(isInstalled(wanted, { "node_modules/a": { version: "0.9.0" } })).toBe(false);
	expect(isInstalled(wanted, {})).toBe(false);
});

test("a package of another platform need not be there", () => {
	expect(isInstalled({ "node_modules/b": { version: "1.0.0", optional: true } }, {})).toBe(true);
});

test("packages of the build are installed in production, too", async () => {
	const asked = ["config", "get", "omit", ...installFlags];
	const { answer } = await run("npm", asked, { quiet: true, env: { NODE_ENV: "production" } });
	expect(answer.trim()).toBe("");
});

test("local secrets are made when they are missing and kept when they are there", () => {
	const made = completeLocalSecrets("");
	expect(made).toMatch(/^MODE=local\nTOKEN_SECRET=[0-9a-f]{64}\nFACTOR_SECRET=[0-9a-f]{64}\n$/);
	expect(completeLocalSecrets(made)).toBe(made);
	expect(completeLocalSecrets("CLOCK=2025-07-14T10:00:00Z")).toMatch(
		/^CLOCK=2025-07-14T10:00:00Z\nMODE=local\nTOKEN_SECRET=\w+\nFACTOR_SECRET=\w+\n$/,
	);
});

test("every change of a source file changes the fingerprint of the build", () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "a.ts"), "1");
	const before = fingerprintOf([folder]);
	expect(fingerprintOf([folder])).toBe(before);
	writeFileSync(join(folder, "b.ts"), "");
	const added = fingerprintOf([folder]);
	expect(added).not.toBe(before);
	rmSync(join(folder, "a.ts"));
	expect(fingerprintOf([folder])).not.toBe(added);
});

test("a port somebody listens on is not free, and the next one is offered", async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	expect(await isPortFree(port)).toBe(false);
	expect(await freePortFrom(port)).toBeGreaterThan(port);
	await new Promise((resolve) => server.close(resolve));
	expect(await isPortFree(port)).toBe(true);
});
