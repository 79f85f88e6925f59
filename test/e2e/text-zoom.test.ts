import { expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { widthOf } from "./layout";
import { adminPages, visitorPages } from "./pages";
import { soak } from "./soak";

/* Readers who make only the text larger: media queries do not follow it, as they do the text size of a browser's settings (`text-size.test.ts`). */

test.describe.configure({ timeout: soak ? 600_000 : 120_000 });

const width = 390;
const firstDay = newestEdition().competition.from;

/** Those with the longest lines and the most columns. */
const some = [
	...["/", "/days", "/days/5", "/statuses", "/documents", "/grid"],
	...["/outlandings", "/starting-list", "/results"],
];
const someOfOrganisers = [
	...["/admin", "/admin/scoring", `/admin/scoring/${firstDay}/club`, "/admin/operations?view=audit"],
	...["/starting-list", "/starting-list?view=owing", "/competition-days", "/outlandings"],
	...["/admin/waypoints-and-airspace", `/statuses?day=${firstDay}&duty=on`],
];

async function complaints(page: Page, paths: readonly string[]): Promise<string[]> {
	const wide: string[] = [];
	for (const path of paths) {
		await page.goto(path);
		await page.evaluate(() => {
			document.documentElement.style.fontSize = "34px";
		});
		const found = await widthOf(page);
		if (found > width) wide.push(`${path} is ${found} px wide`);
	}
	return wide;
}

test("with only the text at twice its size no page scrolls to the side @scripts", async ({
	page,
	context,
}) => {
	await page.setViewportSize({ width, height: 844 });
	const wide = await complaints(page, soak ? visitorPages : some);
	await signIn(context, adminEmail);
	wide.push(...(await complaints(page, soak ? adminPages : someOfOrganisers)));
	expect(wide).toEqual([]);
});
