import { expect, type Page, test } from "@playwright/test";
import { HtmlValidate } from "html-validate/node";
import { demoPassword } from "../../scripts/lib/demo-account";

/** The standard alone, without a matter of taste: no rule has to be switched off. */
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });

const publicPages = [
	...["/", "/news", "/starting-list", "/statuses", "/statuses?view=board", "/results", "/results?view=daily"],
	...[
		"/results?view=total",
		"/documents",
		"/contacts",
		"/archive",
		"/igc",
		"/login",
		"/signup",
		"/password-reset",
	],
	...["/registration", "/offline", "/no-such-page"],
];
const pilotsPages = ["/", "/registration", "/igc", "/user-profile", "/change-password"];
const adminsPages = [
	...[
		"/starting-list",
		"/statuses?duty=on",
		"/igc",
		"/news",
		"/documents",
		"/competition-days",
		"/users",
		"/admin",
	],
	...["/admin/mail", "/admin/audit", "/admin/results", "/admin/glider-types"],
];

async function complaintsAbout(page: Page, paths: readonly string[]): Promise<string[]> {
	const complaints: string[] = [];
	for (const path of paths) {
		const response = await page.request.get(path, { headers: { accept: "text/html" } });
		const report = await validator.validateString(await response.text());
		for (const { messages } of report.results) {
			for (const { ruleId, message, selector } of messages) {
				complaints.push(`${path}: ${ruleId}: ${message} (${selector})`);
			}
		}
	}
	return complaints;
}

async function logIn(page: Page, who: string): Promise<void> {
	await page.goto("/login");
	await page.locator("[name=email]").fill(`${who}@example.com`);
	await page.locator("[name=password]").fill(demoPassword);
	await page.locator("main button[type=submit]").click();
	await page.waitForURL((url) => url.pathname !== "/login");
}

test("what visitors get is valid HTML", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "the server's HTML is the same for every browser");
	expect(await complaintsAbout(page, publicPages)).toEqual([]);
});

test("what a pilot gets is valid HTML", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "the server's HTML is the same for every browser");
	await logIn(page, "pilot");
	expect(await complaintsAbout(page, pilotsPages)).toEqual([]);
});

test("what an organiser gets is valid HTML", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "the server's HTML is the same for every browser");
	await logIn(page, "admin");
	expect(await complaintsAbout(page, adminsPages)).toEqual([]);
});
