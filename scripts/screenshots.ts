import { rmSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { demoPassword } from "./demo/demo-account";
import { buildWhenStale } from "./lib/build";
import { findChromium } from "./lib/chromium";
import { inProject } from "./lib/paths.mjs";
import { startDevServer } from "./local/dev-server";
import { freePortFrom } from "./local/ports";
import { writeContactSheets } from "./scenes/contact-sheets";
import {
	brokenYear,
	type Clock,
	clocks,
	emptyYear,
	printedPaths,
	type Scene,
	sceneName,
	scenes,
	unfetchedYear,
} from "./scenes/scenes";
import { prepareScreenshotsPlace, setClock } from "./scenes/screenshots-place";

/*
 * `npm run screenshots [part of a name …]`: every page in its states, in both languages, both themes, three widths and
 * in print, with a server and databases of its own. screenshots/index.html links the contact sheets.
 */

const folder = inProject("screenshots");
const languages = ["cs", "en"] as const;
const themes = ["light", "dark"] as const;
const widths = [390, 768, 1280];
const paperWidth = 794;

/** Milliseconds for a step on a busy machine. */
const stepTimeout = 120_000;

const parts = process.argv.slice(2);
const wanted = scenes.filter(
	(scene) => parts.length === 0 || parts.some((part) => sceneName(scene).includes(part)),
);
const sheets = new Map<string, string[]>();

async function shoot(page: Page, sheet: string, scene: Scene): Promise<void> {
	const name = sceneName(scene);
	await page.screenshot({ path: `${folder}/${sheet}/${name}.png`, fullPage: true, animations: "disabled" });
	sheets.set(sheet, [...(sheets.get(sheet) ?? []), name]);
}

/** Opens all menus of the bar. Without the name that they share, they do not close each other. */
function openMenus(): void {
	const bar = document.querySelector<HTMLElement>("#site-menu");
	if (bar && getComputedStyle(bar).display === "none") bar.showPopover();
	for (const menu of document.querySelectorAll<HTMLDetailsElement>("header details")) {
		menu.removeAttribute("name");
		menu.open = true;
	}
}

/** Waits for lazy images and for hydration, unless the page delays it. */
async function settle(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const image of document.images) image.loading = "eager";
		await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
	});
	const taken = "html:not([data-hydrates]), html[data-hydrated], html:has(script[data-waits])";
	await page.waitForSelector(taken, { state: "attached" });
}

async function shootScene(page: Page, origin: string, language: string, scene: Scene): Promise<void> {
	await page.goto(origin + scene.path);
	await settle(page);
	if (scene.act) {
		await scene.act(page);
		await settle(page);
	}
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		if (scene.menus) await page.evaluate(openMenus);
		for (const theme of themes) {
			await page.emulateMedia({ colorScheme: theme });
			await shoot(page, `${language}-${theme}-${width}`, scene);
		}
	}
	if (scene.who !== "visitor" || scene.state || !printedPaths.includes(scene.path)) return;
	await page.setViewportSize({ width: paperWidth, height: 1123 });
	await page.emulateMedia({ media: "print" });
	await shoot(page, `${language}-print`, scene);
	await page.emulateMedia({ media: null });
}

/** A browser context of one account in one edition. Other sites are not loaded. */
async function enter(
	browser: Browser,
	origin: string,
	who: string,
	language: string,
): Promise<BrowserContext> {
	const context = await browser.newContext({
		timezoneId: "Europe/Prague",
		reducedMotion: "reduce",
		serviceWorkers: "block",
	});
	await context.route(
		(url) => !url.hostname.endsWith("localhost"),
		(route) => route.fulfill({ contentType: "text/html", body: "" }),
	);
	context.setDefaultTimeout(stepTimeout);
	const page = await context.newPage();
	await page.goto(`${origin}/login?lng=${language}`);
	if (who === "visitor") return context;
	await page.locator("[name=email]").fill(`${who}@example.com`);
	await page.locator("[name=password]").fill(demoPassword);
	await page.locator("main form").evaluate((form: HTMLFormElement) => form.submit());
	await page.waitForURL((url) => url.pathname !== "/login");
	return context;
}

async function shootLanguage(port: number, language: string, some: readonly Scene[]): Promise<void> {
	const browser = await chromium.launch({
		executablePath: findChromium() ?? undefined,
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
	});
	const browserOf = ({ who, year }: Scene) => `${who} ${year}`;
	for (const key of new Set(some.map(browserOf))) {
		const group = some.filter((scene) => browserOf(scene) === key);
		const [first] = group;
		if (!first) continue;
		const origin = `http://${first.year ? `${first.year}.` : ""}localhost:${port}`;
		const context = await enter(browser, origin, first.who, language);
		for (const scene of group) {
			const page = await context.newPage();
			await shootScene(page, origin, language, scene);
			await page.close();
		}
		await context.close();
	}
	await browser.close();
}

rmSync(folder, { recursive: true, force: true });
// Before the databases: the runtime that opens them needs the folder of the built files.
await buildWhenStale();
const place = await prepareScreenshotsPlace({
	empty: emptyYear,
	broken: brokenYear,
	unfetched: unfetchedYear,
});
for (const clock of Object.keys(clocks) as Clock[]) {
	const some = wanted.filter((scene) => scene.clock === clock);
	if (some.length === 0) continue;
	setClock(clocks[clock]);
	const port = await freePortFrom(Number(process.env.PORT || 8900));
	const server = await startDevServer(place, port);
	try {
		await Promise.all(languages.map((language) => shootLanguage(port, language, some)));
	} finally {
		await server.stop();
	}
}
writeContactSheets(folder, sheets);
console.log(`Contact sheets: ${folder}/index.html`);
