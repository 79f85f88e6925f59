import { type BrowserContext, expect, test } from "@playwright/test";
import { HtmlValidate } from "html-validate/node";
import { editions, newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { adminPages, pilotPages, visitorPages } from "./pages";
import { sentAgain } from "./requests";

test.skip(
	({ javaScriptEnabled }) => javaScriptEnabled !== false,
	"the server's HTML is the same for every browser",
);

/** The standard alone, without a matter of taste: no rule has to be switched off. */
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });

async function complaintsAbout({ request }: BrowserContext, paths: readonly string[]): Promise<string[]> {
	const complaints: string[] = [];
	for (const path of paths) {
		const response = await request.get(path, { headers: { accept: "text/html" }, ...sentAgain });
		const report = await validator.validateString(await response.text());
		for (const { messages } of report.results) {
			for (const { ruleId, message, selector } of messages) {
				complaints.push(`${path}: ${ruleId}: ${message} (${selector})`);
			}
		}
	}
	return complaints;
}

test("what visitors get is valid HTML", async ({ context }) => {
	expect(await complaintsAbout(context, visitorPages)).toEqual([]);
});

test("what a pilot gets is valid HTML", async ({ context }) => {
	await signIn(context, "pilot@example.com");
	expect(await complaintsAbout(context, pilotPages)).toEqual([]);
});

test("what an organiser gets is valid HTML", async ({ context }) => {
	await signIn(context, adminEmail);
	expect(await complaintsAbout(context, adminPages)).toEqual([]);
});

test("an unknown host shows the newest edition, every year's host its own", async ({ page, baseURL }) => {
	const { port } = new URL(baseURL ?? "");
	await page.goto(`http://elsewhere.localhost:${port}/`);
	await expect(page).toHaveTitle(newestEdition().title);
	for (const { year, title } of editions) {
		await page.goto(`http://${year}.localhost:${port}/`);
		await expect(page).toHaveTitle(title);
	}
});
