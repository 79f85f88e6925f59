import { expect, test } from "@playwright/test";
import type { ScoredRow } from "~/lib/scoring/score-sheet";
import { demo } from "~test/support/demo";
import { signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { sheetsOf } from "./printed";

test("what is printed begins with competition, page and date, with scripts with the time", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	const date = String.raw`\d{1,2}\.\s\d{1,2}\.\s\d{4}`;
	const when = javaScriptEnabled === false ? `${date}$` : `${date}.* \\d{1,2}:\\d{2}$`;
	await signIn(context, "pilot@example.com");
	for (const [path, title] of [
		["/starting-list", "Startovní listina"],
		["/statuses", "Stav soutěžících"],
		["/results?view=daily", "Výsledky"],
		["/registration", "Přihláška"],
	] as const) {
		await page.emulateMedia({ media: null });
		await page.goto(path);
		if (javaScriptEnabled !== false) await untilHydrated(page);
		await page.emulateMedia({ media: "print" });
		const head = page.locator(".print-head");
		await expect(head, path).toHaveText(new RegExp(`^Glider Cup 2025 ${title} ${when}`));
		const first = await page.locator("body").innerText();
		expect(first.trim(), path).toMatch(/^Glider Cup 2025/);
	}
});

test("the explained score of a flight with findings is printed on one sheet @scripts", async ({ page }) => {
	const { dayId, sheet } = demo.rows.scoreSheets[0] ?? {};
	const findings = (row: ScoredRow) => row.flight?.findings.length ?? 0;
	const [row] = (sheet?.rows ?? []).toSorted((a, b) => findings(b) - findings(a));
	await page.goto(`/scores/${dayId}/${row?.registrationId}`);
	await expect(page.locator(".score-table")).toHaveCount(2);
	expect(sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
});
