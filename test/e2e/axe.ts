import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Expects that axe finds nothing to complain about on the page as it stands now. Menus that matter must be open. Axe is a script: a
 * journey that calls this carries the tag `@scripts`.
 */
export async function expectAccessible(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze();
	const found = violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ target }) => `${id} at ${target.join(" ")}: ${help}`),
	);
	expect(found, `axe on ${page.url()}`).toEqual([]);
}
