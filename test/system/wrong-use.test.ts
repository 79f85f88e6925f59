import { describe, expect, test } from "vitest";
import { run } from "../../scripts/lib/command.mjs";
import { refuseSwallowedFlags } from "../../scripts/run/swallowed-flags.mjs";

describe("a flag that npm has kept to itself", () => {
	test.each([
		["deploy", "npm_config_dry_run", "npm run deploy -- --dry-run"],
		["backup", "npm_config_remote", "npm run backup -- --remote"],
		["restore", "npm_config_edition", "npm run restore -- --edition"],
		["backup", "npm_config_to", "npm run backup -- --to"],
		["backup", "npm_config_data", "npm run backup -- --data"],
		["restore", "npm_config_rehearse", "npm run restore -- --rehearse"],
	])("is no way to run %s (%s)", (script, name, told) => {
		expect(() => refuseSwallowedFlags({ [name]: "true", npm_lifecycle_event: script })).toThrow(told);
	});

	test("is told from npm's own settings", () => {
		expect(() => refuseSwallowedFlags({ npm_config_registry: "x", npm_config_dry_run: "" })).not.toThrow();
	});

	test("does not even let a deployment begin", async () => {
		const env = { npm_config_dry_run: "true", npm_lifecycle_event: "deploy" };
		const script = ["scripts/run.mjs", "deploy", "--dry-run"];
		const { code, output } = await run(process.execPath, script, { quiet: true, env });
		expect(code).toBe(1);
		expect(output.trim()).toMatch(/^npm has kept --dry-run to itself/);
	});
});

test.each([
	["backup", "--remot"],
	["seed", "2025"],
	["serve", "--help"],
	["admin:grant", "a@example.com", "--edition"],
])("%s %s is answered by a sentence", async (name, ...parameters) => {
	const script = name === "admin:grant" ? "grant-admin" : name;
	const { code, output } = await run(process.execPath, ["scripts/run.mjs", script, ...parameters], {
		quiet: true,
	});
	expect(code).toBe(1);
	expect(output).toMatch(
		/(Unknown option|Unexpected argument|argument missing).*\. docs\/operations\.md says/,
	);
	expect(output).not.toContain("    at ");
});

test("a file in the place of the folder of data is answered by a sentence", async () => {
	const parameters = ["scripts/run.mjs", "serve", "--data", "package.json", "--trust-proxy", "127.0.0.1"];
	const { code, output } = await run(process.execPath, parameters, { quiet: true });
	expect(code).toBe(1);
	expect(output.trim()).toMatch(/^Nothing can be written into package\.json: /);
});
