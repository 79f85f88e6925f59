import { expect, type Page, test } from "@playwright/test";
import type { KnownSigns } from "~/browser/uploads/match-file";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { flyingDateOf } from "../../scripts/demo/flying-day";
import { igcFile } from "../../scripts/demo/igc-generator";
import { pilot } from "../../scripts/demo/people";
import { logIn } from "./accounts";
import { text, textIn } from "./texts";

test.use({ viewport: { width: 375, height: 667 } });

const { from } = newestEdition().competition;
const languages = ["cs", "en"] as const;
type Language = (typeof languages)[number];

/** A log of its own for every journey, which nothing else has sent. */
function logOf(date: string, language: Language, scripts: boolean) {
	const bytes = igcFile({ date, fixes: 300, signed: true, pilot: `Journey ${language} ${scripts}` });
	return { name: "57gv6ms1.igc", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
}

/** @param pilot place in the list, of a journey's own: a log of the same flight would take the place of another journey's */
async function choose(
	page: Page,
	pilot: number,
	files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0],
	shownDay = /(Den|Day)\s2/,
) {
	await page.locator("select[name=pilot]").selectOption({ index: pilot });
	const day = await page.locator("select[name=day] option", { hasText: shownDay }).getAttribute("value");
	await page.locator("select[name=day]").selectOption(day);
	await page.locator("input[name=igc]").setInputFiles(files);
	await page.locator("#igc-form [type=submit]").click();
}

for (const language of languages) {
	test(`a log of another day is moved from its receipt, in ${language}`, async ({
		page,
		javaScriptEnabled,
	}) => {
		test.skip(
			(javaScriptEnabled !== false) !== (language === "cs"),
			"one language with scripts and the other one without",
		);
		await page.goto(`/igc?lng=${language}`);
		const place = (language === "cs" ? 6 : 8) + (javaScriptEnabled === false ? 1 : 0);
		await choose(page, place, logOf(from, language, javaScriptEnabled !== false));
		await expect(page).toHaveURL(/\/igc\/receipt\/[\w-]+/);
		const verdict = page.locator(".verdict");
		await expect(verdict).toBeInViewport({ ratio: 0.9 });
		await expect(verdict).toBeFocused();
		await expect(verdict).toHaveClass(/verdict-warning/);
		const before = await page.locator("h2").last().textContent();
		await verdict.getByRole("button").click();
		await expect(verdict.getByRole("button")).toHaveCount(0);
		await expect(page.locator("h2").last()).not.toHaveText(before ?? "");
		await expect(verdict).toBeInViewport({ ratio: 0.9 });
	});
}

test("a log says itself whose it is and of which day, and one that names two pilots asks @scripts", async ({
	page,
}) => {
	await page.goto("/igc?lng=en");
	const form = page.locator("#igc-form");
	const { entries } = JSON.parse((await form.getAttribute("data-known")) ?? "") as KnownSigns;
	const [one, other] = entries.filter(
		({ startNumber }) => entries.filter((entry) => entry.startNumber === startNumber).length === 1,
	);
	if (!one || !other) throw new Error("no pilots");
	const choose = (competitionNumber: string, registration: string, pilot = "") =>
		page.locator("input[name=igc]").setInputFiles({
			...logOf(from, "en", true),
			buffer: Buffer.from(
				igcFile({ date: from, fixes: 300, recorder: "AXCSAAA", pilot, competitionNumber, registration }),
			),
		});
	const first = page.locator("select[name=pilot] option").first();
	const send = form.getByRole("button", { name: textIn("en", "igc.form.submit") });

	// Before it is sent, the browser asks about what contradicts itself.
	await choose(one.startNumber, other.registrationNumber);
	await send.click();
	await expect(form.getByRole("alert")).toContainText(other.surname);
	// What the server alone can judge is asked beside the file, which is sent again with the answer.
	await choose("", "", "Nobody Known");
	await send.click();
	const asked = page.locator("#uploads form");
	await expect(asked.getByRole("combobox")).toBeFocused();
	await asked.getByRole("combobox").selectOption(other.id);
	await asked.getByRole("button", { name: textIn("en", "igc.form.submit") }).click();
	await expect(page).toHaveURL(/\/igc\/receipt\/[\w-]+/);
	await expect(page.getByText(other.surname).first()).toBeVisible();

	await page.goto("/igc?lng=en");
	await choose(one.startNumber, one.registrationNumber);
	await expect(first).toContainText(one.surname);
	await send.click();
	await expect(page).toHaveURL(/\/igc\/receipt\/[\w-]+/);
	await expect(page.getByText(one.surname).first()).toBeVisible();
});

test("several files have a receipt each, and what is no log says why @scripts", async ({ page }) => {
	await page.goto("/igc?lng=cs");
	const wrong = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
	await choose(page, 10, [wrong, logOf(from, "cs", true)]);
	await expect(page.locator("#uploads")).toContainText(text("igc.refused.notIgc"));
	const receipt = page.locator('#uploads a[href^="/igc/receipt/"]');
	await expect(receipt).toHaveCount(1);
	await receipt.click();
	await expect(page.locator(".verdict")).toBeFocused();
});

test("a log that waited for the connection shows its receipt on the page that waited with it @scripts", async ({
	page,
	context,
}) => {
	await page.goto("/igc?lng=cs");
	await expect(page.locator("#igc-form[data-improved]")).toBeAttached();
	await context.setOffline(true);
	await choose(page, 14, logOf(addDays(from, 2), "cs", true));
	const waiting = page.locator("[data-waiting-log]");
	await expect(waiting).toBeVisible();
	// The page that answers another one has nobody to tell it.
	await page.evaluate(() => document.body.setAttribute("data-same", ""));
	await context.setOffline(false);
	await expect(page.locator('#uploads a[href^="/igc/receipt/"]')).toHaveCount(1);
	await expect(page.locator("body[data-same]")).toBeAttached();
	await expect(page.locator(".offline-banner")).toBeHidden();
	// It stays when the page is loaded again, as it is when the connection comes and goes, until it is opened.
	await page.reload();
	await page.locator('#uploads a[href^="/igc/receipt/"]').click();
	await expect(page.locator(".verdict")).toBeVisible();
	await page.goto("/igc?lng=cs");
	await expect(page.locator("#igc-form[data-improved]")).toBeAttached();
	await expect(page.locator('#uploads a[href^="/igc/receipt/"]')).toHaveCount(0);
});

test("a browser that stores nothing says so of several files, and sends a single one at once @scripts", async ({
	page,
}) => {
	await page.addInitScript(() => {
		indexedDB.open = () => {
			throw new Error("storage is switched off");
		};
	});
	await page.goto("/igc?lng=cs");
	const log = logOf(addDays(from, 1), "cs", true);
	await choose(page, 12, [log, { ...log, name: "57gv6ms2.igc" }]);
	await expect(page.getByText(text("igc.form.alone"))).toHaveCount(2);
	await choose(page, 12, log);
	await expect(page).toHaveURL(/\/igc\/receipt\/[\w-]+/);
});

test("scripts blocked on the way leave a form that works, and a minute later the score is there @scripts", async ({
	page,
}) => {
	// The log scores by itself: it comes from a browser in which its pilot has logged in.
	await logIn(page, pilot.email);
	await page.context().clearCookies({ name: "token" });
	await page.route(/\/assets\/uploads-/, (route) => route.abort());
	await page.goto("/igc?lng=en");
	const options = page.locator("select[name=pilot] option");
	const names = await options.allTextContents();
	await choose(
		page,
		names.findIndex((name) => name.includes(pilot.surname)),
		logOf(flyingDateOf(newestEdition()), "en", true),
		/Day\s6/,
	);
	await expect(page.locator(".verdict")).toBeVisible();
	await expect(async () => {
		await page.reload();
		await expect(page.locator(".results-note")).toContainText("Preliminary", { timeout: 1_000 });
	}).toPass({ timeout: 60_000 });
	await page.getByRole("link", { name: textIn("en", "score.explain") }).click();
	await expect(page.getByRole("heading", { name: textIn("en", "scoreFormula.heading") })).toBeVisible();
});
