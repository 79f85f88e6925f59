import { spawnSync } from "node:child_process";
import { projectRoot } from "./paths.mjs";

/** The last commit and its time (ISO 8601); both are null without git. */
export function lastCommit(folder = projectRoot): {
	readonly commit: string | null;
	readonly committedAt: string | null;
} {
	const { stdout } = spawnSync("git", ["log", "-1", "--format=%H %cI"], { cwd: folder, encoding: "utf8" });
	const [commit, committedAt] = stdout?.trim().split(" ") ?? [];
	return { commit: commit || null, committedAt: committedAt ?? null };
}
