import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePortFrom } from "../local/ports";
import { run } from "./command.mjs";
import { inProject, projectRoot } from "./paths.mjs";
import type { Print } from "./steps";

/**
 * Starts the site for the first time, on a fresh clone of the last commit with the packages of this one, and asks for pages.
 * @returns why it does not serve; empty when it does
 */
export async function firstStart(print: Print): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), "first-start-"));
	const clone = join(folder, "clone");
	await run("git", ["clone", "--quiet", projectRoot, clone]);
	symlinkSync(inProject("node_modules"), join(clone, "node_modules"));
	const port = await freePortFrom(8880);
	const server = spawn(process.execPath, ["scripts/run.mjs", "start"], {
		cwd: clone,
		env: { ...process.env, PORT: String(port) },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = once(server, "exit");
	let lastError = "";
	createInterface({ input: server.stderr }).on("line", (line) => {
		lastError = line || lastError;
		print(`${line}\n`);
	});
	const running = new Promise<boolean>((resolve) => {
		createInterface({ input: server.stdout }).on("line", (line) => {
			print(`${line}\n`);
			if (line.includes("is running")) resolve(true);
		});
		void ended.then(() => resolve(false));
	});
	try {
		return (await running) ? await unservedPages(port) : [`first start: ${lastError}`];
	} finally {
		server.kill();
		await ended;
		rmSync(folder, { recursive: true, force: true });
	}
}

async function unservedPages(port: number): Promise<string[]> {
	const failed: string[] = [];
	for (const path of ["/", "/starting-list", "/statuses", "/results", "/api/health"]) {
		const { status } = await fetch(`http://localhost:${port}${path}`);
		if (status !== 200) failed.push(`first start: ${path} answers ${status}`);
	}
	return failed;
}
