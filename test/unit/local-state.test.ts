import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutObjects } from "../../scripts/local/local-state";

test("tools that open databases alone are given a configuration without the object, of which they would warn", () => {
	const state = mkdtempSync(join(tmpdir(), "local-state-"));
	const project = readFileSync("wrangler.toml", "utf8");
	const left = readFileSync(withoutObjects({ state, secrets: "" }), "utf8");
	expect(project).toContain('class_name = "LivePositions"');
	expect(left).not.toMatch(/LivePositions|durable_objects|migrations\]/);
	const parts = (text: string) =>
		text.match(/^\[\[.*\]\]$/gm)?.filter((name) => !/durable|migrations/.test(name));
	expect(parts(left)).toEqual(parts(project));
});
