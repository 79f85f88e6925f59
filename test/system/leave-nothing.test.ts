import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";

/* What `npm test` starts and keeps is gone when it ends. Its work here is a process with a detached one of its own, like a browser's. */

const runner = `
	const { mkdtempSync } = require("node:fs");
	const { tmpdir } = require("node:os");
	const { spawn } = require("node:child_process");
	const server = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true });
	console.log(JSON.stringify({ processes: [process.pid, server.pid], folder: mkdtempSync(tmpdir() + "/profile-") }));
`;
const script = `
	import { spawn } from "node:child_process";
	import { once } from "node:events";
	import { leaveNothing } from "./scripts/lib/leave-nothing.ts";
	await leaveNothing(async () => {
		await once(spawn(process.execPath, ["-e", process.env.RUNNER], { stdio: ["ignore", "inherit", "inherit"] }), "exit");
	});
`;

interface Started {
	readonly processes: readonly number[];
	readonly folder: string;
}

async function startWork(
	work: string,
): Promise<{ readonly script: ChildProcess; readonly started: Started }> {
	const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
		cwd: inProject("."),
		env: { ...process.env, RUNNER: work, npm_lifecycle_event: "" },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [line] = await once(createInterface({ input: child.stdout }), "line");
	return { script: child, started: JSON.parse(String(line)) as Started };
}

/** One that nobody has asked for its exit code yet has ended all the same. */
function isRunning(pid: number): boolean {
	const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
	return stdout.trim() !== "" && !stdout.startsWith("Z");
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
	"a run that is ended by %s leaves no process and no folder",
	async (signal) => {
		const { script, started } = await startWork(runner);
		expect(started.processes.every(isRunning)).toBe(true);
		expect(existsSync(started.folder)).toBe(true);
		script.kill(signal);
		const [code] = await once(script, "exit");
		expect(code).toBe(1);
		await expect.poll(() => started.processes.filter(isRunning)).toEqual([]);
		expect(existsSync(started.folder)).toBe(false);
	},
);

test("a run that ends leaves no folder", async () => {
	const { script, started } = await startWork(
		runner.replace("{ detached: true }", '{ stdio: "ignore", timeout: 1 }'),
	);
	await once(script, "exit");
	expect(existsSync(started.folder)).toBe(false);
});
