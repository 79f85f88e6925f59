import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addSecurityHeaders } from "~/lib/http/security-headers.server";

const file = readFileSync(new URL("../../public/_headers", import.meta.url), "utf8");
const [, forAll = ""] = file.split("\n/*\n");
const headers = new Headers(
	(forAll.split("\n\n")[0] ?? "").split("\n").map((line) => {
		const at = line.indexOf(":");
		return [line.slice(0, at).trim(), line.slice(at + 1).trim()] satisfies [string, string];
	}),
);

test("static files carry the security headers that the Worker's answers carry", () => {
	const ofWorker = new Headers();
	addSecurityHeaders(ofWorker, { frameSources: [] });
	for (const [name, value] of ofWorker) {
		if (name === "content-security-policy" || name === "cache-control") expect(headers.has(name)).toBe(true);
		else expect(headers.get(name)).toBe(value);
	}
});

test("the policy of static files allows nothing inline", () => {
	expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
});
