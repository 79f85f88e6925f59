import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";

const manifest = JSON.parse(readFileSync(inProject("package.json"), "utf8")) as {
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
};
const lock = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8")) as {
	packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
};

/** Names in the first column of the tables below a heading of docs/dependencies.md. */
function explained(heading: string): string[] {
	const text = readFileSync(inProject("docs/dependencies.md"), "utf8");
	const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
	const cells = section.split("\n").flatMap((line) => /^\| (`.+?) \|/.exec(line)?.[1] ?? []);
	return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)).sort();
}

test("every package has its reason in docs/dependencies.md, and nothing else stands there", () => {
	expect(explained("In the product")).toEqual(Object.keys(manifest.dependencies).sort());
	expect(explained("For development")).toEqual(Object.keys(manifest.devDependencies).sort());
});

test("versions are exact", () => {
	const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

function versionsOf(name: string): string[] {
	const installed = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
	return installed.map(([, { version = "" }]) => version);
}

const asNumber = (version: string) =>
	version.split(".").reduce((sum, part) => sum * 10_000 + Number.parseInt(part, 10), 0);

test.each([
	["@remix-run/router", "1.23.4"],
	["react-router", "6.30.6"],
	["react-router-dom", "6.30.6"],
])("every %s in the tree is at least %s, which has the fix of CVE-2026-53668", (name, floor) => {
	const versions = versionsOf(name);
	expect(versions.length).toBeGreaterThan(0);
	for (const version of versions) expect(asNumber(version)).toBeGreaterThanOrEqual(asNumber(floor));
});

test("there is one workerd in the tree", () => {
	expect(versionsOf("workerd")).toHaveLength(1);
});

test("the lockfile has the packages of every platform, without which npm ci refuses it", () => {
	const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
		Object.keys(optionalDependencies).filter((name) => versionsOf(name).length === 0),
	);
	expect(missing).toEqual([]);
});
