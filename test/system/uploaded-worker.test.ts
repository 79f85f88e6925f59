import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { run } from "../../scripts/lib/command.mjs";
import { inProject } from "../../scripts/lib/paths.mjs";
import { uploadedWorker } from "../../scripts/lib/wrangler";

/* What a deployment uploads is bundled once more, by wrangler. */

let output: string;
let code: string;

beforeAll(async () => {
	const rehearsal = await run(process.execPath, ["scripts/run.mjs", "deploy", "--dry-run"], { quiet: true });
	expect(rehearsal.code, rehearsal.output).toBe(0);
	output = rehearsal.output;
	code = readFileSync(inProject(`${uploadedWorker}/index.js`), "utf8");
});

test("a rehearsal of a deployment names what it would do, and wrangler's sum", () => {
	expect(output).toMatch(/apply the migrations to the databases of 2020, /);
	expect(output).toMatch(/Total Upload: .* gzip/);
});

test("what is uploaded is as small as the build, and no closure is named by a call", () => {
	expect(gzipSync(code).byteLength).toBeLessThanOrEqual(1_000_000);
	expect(code).not.toContain("__name(");
});

test("`npm run traces` names files and lines of the sources in the log of a deployed Worker", () => {
	const lines = code.split("\n");
	const positions = lines.flatMap((text, line) =>
		[...text.matchAll(/console\.error\(/g)].map(({ index }) => `index.js:${line + 1}:${index + 1}`),
	);
	const log = positions.map((position) => `{"stack":"at a (${position})"}`).join("\n");
	const mapped = execFileSync(process.execPath, ["scripts/run.mjs", "read-traces"], {
		cwd: inProject(""),
		input: log,
		encoding: "utf8",
	});
	expect(mapped.split("\n")).toHaveLength(positions.length + 1);
	expect(mapped).toMatch(/^\{"stack":"at a \(app\/lib\/http\/log\.server\.ts:6:\d+\)"\}$/m);
});
