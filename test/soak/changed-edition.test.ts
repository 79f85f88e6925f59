import { spawnSync } from "node:child_process";
import {
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newestEdition } from "~editions/index";
import { copyCheckout } from "~test/support/copied-checkout";
import { randomEdition } from "~test/support/random-edition";
import { inProject } from "../../scripts/lib/paths.mjs";

/*
 * What an operator sets makes no test red: in a copy of the project each value of the newest edition is another one, and units and
 * integration pass. `SEED` repeats a run.
 */

const seed = process.env.SEED ?? String(Date.now());
const suites = {
	units: ["-c", "vitest.unit.config.ts"],
	integration: ["--project", "workers", "--silent=true"],
};

/** workerd takes compiled code from the folder of the project alone: the package that has some is copied, too. */
function copyCompiledCode(folder: string): void {
	const packages = join(folder, "node_modules");
	unlinkSync(packages);
	mkdirSync(packages);
	for (const name of readdirSync(inProject("node_modules"))) {
		const from = inProject(`node_modules/${name}`);
		if (name === "@resvg") cpSync(from, join(packages, name), { recursive: true });
		else symlinkSync(from, join(packages, name));
	}
}

test("units and integration pass whatever the newest edition says", { timeout: 7_200_000 }, () => {
	const { folder, remove } = copyCheckout();
	onTestFinished(remove);
	copyCompiledCode(folder);
	const logos = readdirSync(inProject("public/sponsors")).map((file) => `/sponsors/${file}`);
	const { edition, changed, kept } = randomEdition(newestEdition(), seed, logos);
	expect(changed.length).toBeGreaterThan(5 * kept.length);
	const { year } = edition;
	writeFileSync(
		join(folder, `editions/${year}.ts`),
		`import type { Edition } from "./schema";\n\nexport const edition${year}: Edition = ${JSON.stringify(edition, null, "\t")};\n`,
	);
	console.log(`seed ${seed}: ${changed.length} values changed, ${kept.length} kept (${kept.join(", ")})`);
	const env = { ...process.env, SOAK: "" };
	for (const [name, options] of Object.entries(suites)) {
		const result = join(folder, `.cache/${name}.json`);
		const words = [
			"node_modules/vitest/vitest.mjs",
			"run",
			...options,
			"--reporter=json",
			`--outputFile=${result}`,
		];
		spawnSync(process.execPath, words, { cwd: folder, env, stdio: "ignore" });
		const { numTotalTests, numFailedTests, testResults } = JSON.parse(readFileSync(result, "utf8"));
		console.log(`${name}: ${numTotalTests} tests, ${numFailedTests} failed`);
		const red = (testResults as { name: string; status: string }[]).filter(
			({ status }) => status !== "passed",
		);
		expect(red.map((file) => file.name)).toEqual([]);
	}
});
