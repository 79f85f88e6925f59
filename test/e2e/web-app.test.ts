import { chromium, expect, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { sentAgain } from "./requests";

test.use({ serviceWorkers: "allow" });

test("a browser installs the site as an app @scripts", async ({ baseURL }) => {
	// A browser does not install from a private window, which every other context is.
	const { launchOptions } = test.info().project.use;
	const context = await chromium.launchPersistentContext("", { ...launchOptions, baseURL, locale: "cs-CZ" });
	const page = await context.newPage();
	await page.goto("/contacts");
	await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
	const browser = await context.newCDPSession(page);
	const { url, errors, data = "" } = await browser.send("Page.getAppManifest");
	expect(url).toMatch(/\/manifest\.webmanifest\?lng=cs$/);
	expect(errors).toEqual([]);
	expect(JSON.parse(data)).toMatchObject({ name: newestEdition().title, lang: "cs" });
	const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
	expect(installabilityErrors).toEqual([]);
	await context.close();
});

interface Manifest {
	readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
}

test("the icons of the app have the sizes they are said to have @scripts", async ({ page }) => {
	await page.goto("/contacts?lng=en");
	const { icons }: Manifest = await (await page.request.get("/manifest.webmanifest", sentAgain)).json();
	const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
	const pictures = icons.filter(({ sizes }) => sizes !== "any");
	expect(pictures.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)).toEqual([
		"192x192 any",
		"512x512 any",
		"512x512 maskable",
	]);
	for (const { src, sizes } of [...pictures, { src: touch, sizes: "180x180" }]) {
		const shown = await page.evaluate(async (address) => {
			const picture = Object.assign(new Image(), { src: address });
			await picture.decode();
			return `${picture.naturalWidth}x${picture.naturalHeight}`;
		}, src ?? "");
		expect(shown, src ?? "").toBe(sizes);
	}
});
