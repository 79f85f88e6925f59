import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lastCommit } from "../../scripts/lib/last-commit";

let folder = "";

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "last-commit-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a build in a folder without git has no commit", () => {
	expect(lastCommit(folder)).toEqual({ commit: null, committedAt: null });
});

test("a build names the last commit and its time", () => {
	const git = (...parameters: string[]) =>
		execFileSync("git", ["-c", "user.name=Jana", "-c", "user.email=jana@example.com", ...parameters], {
			cwd: folder,
			env: { ...process.env, GIT_COMMITTER_DATE: "2025-07-12T10:00:00+02:00" },
			encoding: "utf8",
		});
	git("init", "--quiet");
	git("commit", "--quiet", "--allow-empty", "--message", "feat: first");
	expect(lastCommit(folder)).toEqual({
		commit: git("rev-parse", "HEAD").trim(),
		committedAt: "2025-07-12T10:00:00+02:00",
	});
});
