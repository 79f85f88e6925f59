import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealSecret } from "~/lib/accounts/second-factor/factor-secret.server";
import { wordsAfter } from "../../scripts/backup/words-after";

const folder = mkdtempSync(join(tmpdir(), "words-"));
const secrets = join(folder, ".dev.vars");
const factorSecret = "the secret of the deployment of before";
let sealed = "";

beforeAll(async () => {
	const sealing = { settings: { factorSecret }, edition: { year: 2025 } };
	sealed = await sealSecret(sealing, "jana", new Uint8Array(20));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The words after a restore of one second factor into a folder with this secret. */
async function wordsOf(secret: string, made: readonly string[]): Promise<string> {
	writeFileSync(secrets, `FACTOR_SECRET=${secret}\n`);
	const query = async () => [{ user_id: "jana", sealed_secret: sealed }];
	return (await wordsAfter({ query }, { secrets, made }, [2025])).join("\n");
}

test("who is kept out by other secrets is told by the secret that is another one", async () => {
	expect(await wordsOf(factorSecret, [])).toBe("");
	const token = await wordsOf(factorSecret, ["TOKEN_SECRET"]);
	expect(token).toContain("everybody logs in again");
	expect(token).not.toContain("FACTOR_SECRET");
	const factor = await wordsOf("another secret of thirty-two characters", ["FACTOR_SECRET"]);
	expect(factor).toContain("Second factors that it does not open: 1;");
	expect(factor).not.toContain("everybody logs in again");
	const both = await wordsOf("another secret of thirty-two characters", ["TOKEN_SECRET", "FACTOR_SECRET"]);
	expect(both).toContain("everybody logs in again");
	expect(both).toContain("does not open: 1;");
});

test("a backup of before second factors has none that a secret keeps out", async () => {
	const query = async () => Promise.reject(new Error("D1_ERROR: no such table: second_factors"));
	expect(await wordsAfter({ query }, { secrets, made: ["FACTOR_SECRET"] }, [2025])).toEqual([]);
});

test("a restore whose drafts and secrets cannot be read afterwards is done, and says so", async () => {
	const query = async () => Promise.reject(new Error("the line is dead"));
	const [words = ""] = await wordsAfter({ query }, { secrets, made: [] }, [2025]);
	expect(words).toMatch(/^All is restored\..* the line is dead$/);
});
