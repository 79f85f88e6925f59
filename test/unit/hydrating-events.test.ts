import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { holdEvents } from "~/browser/hydration";
import { inProject } from "../../scripts/lib/paths.mjs";

/** The list of the installed React, which it offers nobody. */
function eventsThatHydrate(): string[] {
	const source = readFileSync(inProject("node_modules/react-dom/cjs/react-dom.development.js"), "utf8");
	const [, list = ""] = /discreteReplayableEvents = \[([\s\S]*?)\]/.exec(source) ?? [];
	return [...list.matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
}

test("all events are held at which React would hydrate at once", () => {
	const held: string[] = [];
	vi.stubGlobal("addEventListener", (type: string) => held.push(type));
	const documentElement = { dataset: { hydrates: "" } };
	vi.stubGlobal("document", { documentElement, addEventListener: () => undefined });
	onTestFinished(() => {
		vi.unstubAllGlobals();
	});
	holdEvents();
	expect(eventsThatHydrate().length).toBeGreaterThan(20);
	expect(held.toSorted()).toEqual(eventsThatHydrate().toSorted());
});
