import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { buildWhenStale, localBuild } from "./lib/build";
import { inProject } from "./lib/paths.mjs";
import { startDevServer } from "./local/dev-server";
import { freePortFrom } from "./local/ports";
import { enter, launchBrowser, settle } from "./scenes/browser";
import { readmeName, takeReadmePictures } from "./scenes/readme-pictures";
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

const style = `
body { display: flex; flex-wrap: wrap; gap: 1rem; font: 14px system-ui }
h1 { width: 100% }
figure { margin: 0; max-width: 320px }
img { height: 480px; max-width: 320px; object-fit: cover; object-position: top; border: 1px solid }`;

function page(title: string, body: string): string {
	return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${body}`;
}

/**
 * Writes a page of thumbnails into the folder of each sheet, and an index page.
 * @param sheets file names without `.png` by sheet
 */
function writeContactSheets(folder: string, sheets: ReadonlyMap<string, readonly string[]>): void {
	for (const [sheet, names] of sheets) {
		const figures = names.map(
			(name) =>
				`<figure><figcaption>${name}</figcaption><a href="${name}.png"><img src="${name}.png" alt="" loading="lazy"></a></figure>`,
		);
		mkdirSync(`${folder}/${sheet}`, { recursive: true });
		writeFileSync(`${folder}/${sheet}/index.html`, page(sheet, figures.join("\n")));
	}
	const links = [...sheets.keys()].map((sheet) => `<li><a href="${sheet}/index.html">${sheet}</a></li>`);
	writeFileSync(`${folder}/index.html`, page("Screenshots", `<ul>${links.join("")}</ul>`));
}

/*
 * `npm run screenshots [part of a name …]`: every page in its states, in both languages, both themes, three widths and
 * in print, with a server and databases of its own. screenshots/index.html links the contact sheets. `sample` takes each scene
 * on a phone and on a wide screen only, `readme` the pictures of the README instead.
 */

const folder = inProject("screenshots");
const languages = ["cs", "en"] as const;
const themes = ["light", "dark"] as const;
const widths = [390, 768, 1280];
const paperWidth = 794;

/** Links and QR codes name this host, whatever port is free. */
const portOfLinks = 8900;

/** The word behind `npm run screenshots --` for these sheets only. */
const sampleName = "sample";
const sampleSheets = ["cs-light-390", "en-dark-1280", "cs-print"];

const words = process.argv.slice(2);
const parts = words.filter((word) => word !== sampleName);
const isSheetWanted = (sheet: string) => !words.includes(sampleName) || sampleSheets.includes(sheet);
const wanted = scenes.filter(
	(scene) => parts.length === 0 || parts.some((part) => sceneName(scene).includes(part)),
);
/**
 * Hides what differs in every run: the secret of an authenticator app with its QR code, and the clock of the board, which adds the
 * difference between two standing clocks.
 */
const chosenByChance = '[aria-labelledby="app-secret"] :is(img, p:has(code)), [data-clock]';

/** Shows one id instead of those of this run, whose lines break at other places. */
function showOneId(): void {
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode())
		node.nodeValue = (node.nodeValue ?? "").replace(
			/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
			"01234567-89ab-4def-8123-456789abcdef",
		);
}

const sheets = new Map<string, string[]>();

async function shoot(page: Page, sheet: string, scene: Scene): Promise<void> {
	if (!isSheetWanted(sheet)) return;
	const name = sceneName(scene);
	await page.evaluate(showOneId);
	await page.screenshot({
		path: `${folder}/${sheet}/${name}.png`,
		fullPage: true,
		animations: "disabled",
		mask: [page.locator(chosenByChance)],
	});
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

async function shootLanguage(port: number, language: string, some: readonly Scene[]): Promise<void> {
	const browser = await launchBrowser();
	const browserOf = ({ who, year }: Scene) => `${who} ${year}`;
	for (const key of new Set(some.map(browserOf))) {
		const group = some.filter((scene) => browserOf(scene) === key);
		const [first] = group;
		if (!first) continue;
		const origin = `http://${first.year ? `${first.year}.` : ""}localhost:${port}`;
		const context = await enter(browser, { origin, who: first.who, language });
		await context.clock.setFixedTime(clocks[first.clock]);
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
// The build comes before the databases: the runtime that opens them needs the folder of the built files.
await buildWhenStale(localBuild);
const years = { empty: emptyYear, broken: brokenYear, unfetched: unfetchedYear };
for (const clock of Object.keys(clocks) as Clock[]) {
	const some = wanted.filter((scene) => scene.clock === clock);
	const forReadme = clock === "flying" && parts.includes(readmeName);
	if (some.length === 0 && !forReadme) continue;
	// The season ends with the evening of its last day in the demo.
	const place = await prepareScreenshotsPlace(
		years,
		{
			...clocks,
			flying: undefined,
			over: clocks.late,
		}[clock],
	);
	setClock(clocks[clock]);
	const port = await freePortFrom(Number(process.env.PORT || 8900));
	const server = await startDevServer(place, port, { build: localBuild, portOfLinks });
	try {
		// Makes the replays.
		if (clock === "flying") await server.runSchedule();
		if (forReadme) await takeReadmePictures(`http://localhost:${port}`);
		// They run one after the other, as one might see what the other sends.
		for (const language of languages) await shootLanguage(port, language, some);
	} finally {
		await server.stop();
	}
}
if (sheets.size > 0) {
	writeContactSheets(folder, sheets);
	console.log(`Contact sheets: ${folder}/index.html`);
}
