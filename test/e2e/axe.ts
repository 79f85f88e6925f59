import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { inProject } from "../../scripts/lib/paths.mjs";

/** The browser reads it anew on each page. */
const axe = readFileSync(inProject("node_modules/axe-core/axe.min.js"), "utf8");

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules that look at colours and at what lies over what. */
const rulesOfSight = ["color-contrast", "target-size"];

/** Kinds of rules: every one, all but those of sight, those of sight. */
export type Rules = "all" | "structure" | "sight";

const optionsOf: Readonly<Record<Rules, RunOptions>> = {
	all: { runOnly: levels },
	structure: {
		runOnly: levels,
		rules: Object.fromEntries(rulesOfSight.map((rule) => [rule, { enabled: false }])),
	},
	sight: { runOnly: { type: "rule", values: rulesOfSight } },
};

/**
 * What axe complains about on the page as it stands now. Axe is a script: a journey that asks it carries the tag `@scripts`.
 * @param part selector of what is looked at; the whole page without it
 */
export async function complaintsOfAxe(page: Page, rules: Rules = "all", part = "html"): Promise<string[]> {
	if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
	// Frames show other sites, which we cannot mend.
	const options: RunOptions = { ...optionsOf[rules], resultTypes: ["violations"], iframes: false };
	return page.evaluate(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(${textsOf})`);
}

/** Runs in the page: all that axe found takes a fifth of its time on the way out. */
const textsOf = ({ violations }: AxeResults): string[] =>
	violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ target }) => `${id} at ${target.join(" ")}: ${help}`),
	);

/** Expects that axe finds nothing on the page once the splash has gone. Menus that matter must be open. */
export async function expectAccessible(page: Page): Promise<void> {
	await expect(page.locator(".splash")).toBeHidden();
	expect(await complaintsOfAxe(page), `axe on ${page.url()}`).toEqual([]);
}
