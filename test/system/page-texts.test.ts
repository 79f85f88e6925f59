import { parseAst } from "vite";
import { beforeAll, expect, test } from "vitest";
import common from "~locales/cs/common.json";
import organisers from "~locales/cs/organisers.json";
import serverOnly from "~locales/cs/server-only.json";
import { buildWhenStale } from "../../scripts/lib/build";
import { organisersPages } from "../permissions/matrix";
import { readManifest, scriptsOfRoute, sourceOf, withImports } from "../support/client-build";
import { pageHandles } from "../support/page-handles";

/* A hydrated page must have every text that its scripts may ask for: both are read from the real build. */

beforeAll(() => buildWhenStale(), 120_000);

/** Pages for everybody with a part that organisers alone get: their browsers have both files on every page. */
const withOrganisersPart: ReadonlySet<string> = new Set(["routes/days._index", "routes/igc._index"]);

const plural = /_(?:one|few|many|other)$/;
const namesIn = (texts: object) => new Set(Object.keys(texts).map((key) => key.replace(plural, "")));
const names = namesIn({ ...common, ...organisers, ...serverOnly });

interface Node {
	readonly type: string;
	readonly value?: unknown;
	readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
}

/** Keys that stand in a script, whole or as a template with places for what is known later. */
function keysIn(source: string): string[] {
	const found: string[] = [];
	const visit = (node: unknown) => {
		if (Array.isArray(node)) node.forEach(visit);
		if (typeof node !== "object" || node === null || !("type" in node)) return;
		const { type, value, quasis } = node as Node;
		if (type === "Literal" && typeof value === "string" && names.has(value)) found.push(value);
		if (type === "TemplateLiteral" && quasis) found.push(...keysOfTemplate(quasis));
		Object.values(node).forEach(visit);
	};
	visit(parseAst(source));
	return found;
}

function keysOfTemplate(quasis: NonNullable<Node["quasis"]>): string[] {
	const parts = quasis.map(({ value }) => value.cooked ?? "");
	if (!/^[a-zA-Z]+\./.test(parts[0] ?? "")) return [];
	const pattern = new RegExp(`^${parts.map((part) => part.replace(/[.]/g, "\\.")).join(".+")}$`);
	return [...names].filter((name) => pattern.test(name));
}

test("the scripts of a page ask for texts for everybody, those of an organisers' page for organisers' too", () => {
	const manifest = readManifest();
	const forEverybody = namesIn(common);
	const forOrganisers = namesIn({ ...common, ...organisers });
	const ofOrganisers = organisersPages(manifest.routes);
	const known = new Map<string, readonly string[]>();
	const missing: string[] = [];
	for (const id of pageHandles.keys()) {
		const loaded = ofOrganisers.has(id) || withOrganisersPart.has(id) ? forOrganisers : forEverybody;
		for (const script of withImports(scriptsOfRoute(manifest, id), "with later")) {
			if (!known.has(script)) known.set(script, keysIn(sourceOf(script)));
			for (const key of known.get(script) ?? [])
				if (!loaded.has(key)) missing.push(`${id}: ${key} (${script})`);
		}
	}
	expect(missing).toEqual([]);
	expect([...known.values()].flat().length).toBeGreaterThan(500);
});
