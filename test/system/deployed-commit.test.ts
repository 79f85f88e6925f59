import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newestEdition } from "~editions/index";
import { serve } from "~test/fakes/json-server";
import {
	compareWithRunning,
	type Git,
	gitOf,
	requireNoComplaint,
	runningCommit,
	tagDeployed,
} from "../../scripts/deploy/deployed-commit";
import { missingSecrets, withHosts } from "../../scripts/deploy/deployment";
import { keepSecrets, readKeptSecrets, secretsFile } from "../../scripts/deploy/kept-secrets";
import { requireNoCompetition } from "../../scripts/deploy/require-no-competition";

/* What a deployment notes, and what it compares with. */

test("made secrets are kept in a file of their owner alone, and found again", () => {
	const folder = mkdtempSync(join(tmpdir(), "secrets-"));
	const path = join(folder, secretsFile);
	try {
		expect(keepSecrets({ RESEND_API_KEY: "key" }, path)).toBe(false);
		expect(readKeptSecrets(path)).toEqual({});
		expect(keepSecrets({ TOKEN_SECRET: "aa", FACTOR_SECRET: "bb", RESEND_API_KEY: "key" }, path)).toBe(true);
		expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
		expect(keepSecrets({ FACTOR_SECRET: "another" }, path)).toBe(false);
		expect(missingSecrets([], {}, readKeptSecrets(path))).toEqual({
			TOKEN_SECRET: "aa",
			FACTOR_SECRET: "bb",
		});
	} finally {
		rmSync(folder, { recursive: true });
	}
});

describe("over what runs", () => {
	let folder: string;
	let git: Git;
	const commit = (name: string) => {
		writeFileSync(join(folder, name), name);
		git("add", ".");
		git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", `add ${name}`);
		return git("rev-parse", "HEAD") ?? "";
	};

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), "checkout-"));
		git = gitOf(folder);
		git("init", "--initial-branch=main");
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	test("a commit that contains the running one is deployed, with what is between; an older one and a dirty tree are not", () => {
		const first = commit("first");
		const second = commit("second");
		expect(compareWithRunning(git, first).between).toEqual([expect.stringMatching(/ add second$/)]);
		expect(compareWithRunning(git, first).complaints).toEqual([]);
		expect(compareWithRunning(git, null).complaints).toEqual([]);
		git("checkout", "--quiet", first);
		expect(compareWithRunning(git, second).complaints.join()).toContain("is no part of this one");
		git("checkout", "--quiet", "main");
		writeFileSync(join(folder, "first"), "changed");
		const { complaints } = compareWithRunning(git, second);
		expect(complaints.join()).toContain(" M first");
		expect(() => requireNoComplaint(complaints, undefined)).toThrow("--force");
		expect(() => requireNoComplaint(complaints, " ")).toThrow("--force");
		requireNoComplaint(complaints, "the site is down");
	});

	test("ids and hosts that a deployment has noted before it broke off do not stop the next one; another line does", () => {
		const path = join(folder, "wrangler.toml");
		const text =
			'name = "a"\nroutes = []\n\n[vars]\nA = "1"\n\n[[d1_databases]]\ndatabase_id = "local-2026"\n';
		writeFileSync(path, text);
		git("add", ".");
		git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", "add wrangler.toml");
		const noted = withHosts(text, ["a.cz", "www.a.cz"]).replace("local-2026", "4711");
		writeFileSync(path, noted);
		expect(compareWithRunning(git, null).complaints).toEqual([]);
		git("add", ".");
		expect(compareWithRunning(git, null).complaints).toEqual([]);
		writeFileSync(path, noted.replace('A = "1"', 'A = "2"'));
		expect(compareWithRunning(git, null).complaints.join()).toContain("wrangler.toml");
		git("reset", "--quiet", "--hard");
	});

	test("what was deployed has a tag, with the reason where it was forced", () => {
		vi.stubEnv("GIT_COMMITTER_NAME", "a");
		vi.stubEnv("GIT_COMMITTER_EMAIL", "a@example.com");
		const name = tagDeployed(git, new Date("2025-07-16T12:00:00Z"), "the site is down");
		vi.unstubAllEnvs();
		expect(name).toBe("deployed-2025-07-16T120000Z");
		expect(git("tag", "--list", "--format=%(contents)")).toContain("the site is down");
	});

	test("the commit that runs is the one that its health names, also when it is not well", async () => {
		const site = await serve(() => ({ status: 503, json: { status: "degraded", commit: "abc" } }));
		expect(await runningCommit(site.url)).toBe("abc");
		await site.close();
		expect(await runningCommit(site.url)).toBeNull();
	});
});

test("a deployment waits for the evening of a competition day, and does not take a lost line for a quiet day", async () => {
	const noon = new Date("2025-07-16T10:00:00Z");
	const ask = (answer: () => Promise<unknown[]>, isMeant = false) =>
		requireNoCompetition([newestEdition()], isMeant, answer, noon);
	await expect(ask(async () => [{ date: "2025-07-16" }])).rejects.toThrow("--on-competition-day");
	await expect(ask(() => Promise.reject(new Error("fetch failed")))).rejects.toThrow("fetch failed");
	await ask(async () => []);
	await ask(() => Promise.reject(new Error("no such table: competition_days")));
	await ask(async () => [{ date: "2025-07-16" }], true);
});
