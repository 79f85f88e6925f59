import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProject } from "./paths.mjs";
import { whenStopped } from "./when-stopped";

/**
 * Does work whose processes keep what is temporary in one folder, which is removed afterwards. A signal ends them all first: browsers,
 * servers and runners of tests leave processes and folders behind when they are ended in the middle.
 */
export async function leaveNothing(work: () => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "glidercup-test-"));
	process.env.TMPDIR = folder;
	// It would else be among the temporary files, and be made anew each time.
	process.env.PWTEST_CACHE_DIR = inProject(".cache/playwright");
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	whenStopped(() => {
		endDescendants();
		remove();
		process.exit(1);
	});
	try {
		await work();
	} finally {
		remove();
	}
}

/** Ends the processes that this one has started, and theirs: parents first, so that none starts another one meanwhile. */
function endDescendants(): void {
	const processes = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number));
	const childrenOf = (parent: number): number[] =>
		processes.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
	for (let ending = childrenOf(process.pid); ending.length > 0; ending = ending.flatMap(childrenOf))
		for (const pid of ending) endProcess(pid);
}

function endProcess(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has ended meanwhile; so has `ps` itself.
	}
}
