import { expect, type Page, test } from "@playwright/test";
import { HtmlValidate } from "html-validate/node";
import { adminEmail, logIn } from "./accounts";
import { adminPages, pilotPages, visitorPages } from "./pages";

/** The standard alone, without a matter of taste: no rule has to be switched off. */
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });

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

test("what visitors get is valid HTML", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "the server's HTML is the same for every browser");
	expect(await complaintsAbout(page, visitorPages)).toEqual([]);
});

test("what a pilot gets is valid HTML", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "the server's HTML is the same for every browser");
	await logIn(page, "pilot@example.com");
	expect(await complaintsAbout(page, pilotPages)).toEqual([]);
});

test("what an organiser gets is valid HTML", async ({ page, javaScriptEnabled }) => {
	test.skip(javaScriptEnabled !== false, "the server's HTML is the same for every browser");
	await logIn(page, adminEmail);
	expect(await complaintsAbout(page, adminPages)).toEqual([]);
});
