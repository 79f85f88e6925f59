import { expect, type Page, test } from "@playwright/test";
import { nameOfClass } from "~/lib/editions/classes";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { withClock } from "~test/support/wrong-logs";
import { igcFile } from "../../scripts/demo/igc-generator";
import { adminEmail, signIn } from "./accounts";
import { widthOf } from "./layout";
import { text } from "./texts";

const date = addDays(newestEdition().competition.from, 5);
const desk = `/admin/scoring/${date}/club`;

/** Competitors of the class who are in the air, from the last row of the grid on: their launches, "HH:MM" in Prague. */
async function launched(page: Page): Promise<readonly { readonly number: string; readonly at: string }[]> {
	await page.goto("/grid?lng=cs");
	const grid = await page.locator("main").innerText();
	const found = [...grid.matchAll(/^(\S{1,3})\n(?:[^\n]+\n){1,2}vzlet (\d\d:\d\d)$/gm)];
	const [first] = grid.split(`\n${nameOfClass(newestEdition(), "18_meter", "cs")}\n`);
	return found
		.map(([whole, number = "", at = ""]) => ({ whole, number, at }))
		.filter(({ whole }) => first?.includes(whole))
		.reverse();
}

interface Sent {
	/** Whose log the organiser says it is, and whose number it has. */
	readonly of: string;
	readonly names: string;
	/** Launch, local time. */
	readonly at: string;
	readonly hoursSlow?: number;
}

async function send(page: Page, { of, names, at, hoursSlow = 0 }: Sent) {
	const [hours = 0, minutes = 0] = at.split(":").map(Number);
	const start = new Date(Date.UTC(2025, 6, 17, hours - 2, minutes - 2)).toISOString().slice(11, 19);
	const header = { competitionNumber: names, registration: "", pilot: "", recorder: `AXCS${names}` };
	const log = withClock(igcFile({ date, start, fixes: 900, ...header }), -hoursSlow * 3600);
	await page.goto("/igc?lng=cs");
	const label = await page
		.locator("#igc-form [name=pilot] option")
		.filter({ hasText: new RegExp(`^${of} – `) })
		.textContent();
	await page.locator("#igc-form [name=pilot]").selectOption({ label: label ?? "" });
	await page
		.locator("#igc-form [name=igc]")
		.setInputFiles({ name: `${of}.igc`, mimeType: "application/octet-stream", buffer: Buffer.from(log) });
	await page.locator("#igc-form [type=submit]").click();
	await expect(page).toHaveURL(/\/igc\/receipt\//);
}

test("a scorer exchanges two logs and sets a clock by one press each", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	test.skip(javaScriptEnabled !== false, "the logs are settled once");
	await signIn(context, adminEmail);
	const [one, other, slow] = await launched(page);
	if (!one || !other || !slow) throw new Error("nobody is launched");
	await send(page, { of: one.number, names: other.number, at: other.at });
	await send(page, { of: other.number, names: one.number, at: one.at });
	await send(page, { of: slow.number, names: slow.number, at: slow.at, hoursSlow: 5 });

	const row = ({ number }: { readonly number: string }) =>
		page
			.getByRole("row")
			.filter({ has: page.locator(".start-number", { hasText: new RegExp(`^${number}$`) }) });
	const pressOf = (of: { readonly number: string }, name: RegExp) => row(of).getByRole("button", { name });
	await page.goto(`${desk}?lng=cs`);
	await expect(row(one)).toContainText(text("score.finding.exchanged", { other: other.number }));
	await expect(row(slow)).toContainText(/o.5.h dřív/);
	await expect(pressOf(one, /^Ne, záznamy/)).toBeVisible();
	await page.setViewportSize({ width: 320, height: 700 });
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
	await pressOf(other, /^Prohodit lety/).click();
	await expect(page.getByText(text("igc.decide.success"))).toBeVisible();
	await expect(row(one)).not.toContainText(text("score.finding.exchanged", { other: other.number }));
	await pressOf(slow, /^Posunout o/).click();
	await expect(row(slow)).toContainText(/všechny časy jsou posunuty o.\+5.h/);
	await row(slow)
		.getByRole("link", { name: `XCS ${slow.number}` })
		.first()
		.click();
	await expect(page.getByText(/Pořadatelé posunuli všechny časy/)).toBeVisible();
});
