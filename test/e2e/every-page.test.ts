import { expect, type Page, test } from "@playwright/test";
import { type Language, languageMemory, languages } from "~/lib/i18n/language";
import { adminEmail, signIn } from "./accounts";
import { complaintsOfAxe, type Rules } from "./axe";
import { untilHydrated } from "./hydration";
import { widthOf } from "./layout";
import { adminPages, phones, pilotPages, visitorPages } from "./pages";
import { removeRepetitions } from "./repetitions";
import { soak } from "./soak";
import { keysShown } from "./texts";

/*
 * Every page: what axe finds, whether it has the texts it needs, and that no visitor scrolls to the side. In the soak tests in both
 * languages, both themes and three widths each. A page is loaded once in a language; theme and width change under it. Open menus hide what
 * lies under them, so that the rules of sight look at the page with its menus closed, at the open menus of the bar and at those of the page
 * itself. Only the soak tests look at each row of many that are alike.
 */

test.describe.configure({ timeout: 300_000 });

const widths = [390, 768, 1280];
const themes = ["light", "dark"] as const;
const barStandsOpenFrom = 1024;
/** The bar is the same on every page. In `npm test` its open menus are looked at on so many: in every view (`viewsOf`). */
const pagesWithBar = 12;

/** Prime to the number of views, so that pages in turn have all of them. */
const stepOfViews = 7;

interface View {
	readonly language: Language;
	readonly width: number;
	readonly theme: (typeof themes)[number];
}

const everyView: readonly View[] = languages.flatMap((language) =>
	widths.flatMap((width) => themes.map((theme) => ({ language, width, theme }))),
);

/**
 * How a page is looked at. In `npm test` once: twelve pages one after the other are seen in every language, width and theme.
 * @param turn number of the page
 */
function viewsOf(turn: number): readonly View[] {
	if (soak) return everyView;
	const one = everyView[(turn * stepOfViews) % everyView.length];
	return one ? [one] : [];
}

/** The structure of a page hardly changes with its width and theme: in `npm test` it is looked at with the first view. */
function showsStructure(step: number): boolean {
	return soak || step === 0;
}

/** Opens the named menus and closes the others. The name by which those of the bar close each other is taken away. */
function setMenus(open: string): void {
	const isOpen = (menus: string) => open === menus || open === "all";
	const bar = document.querySelector<HTMLElement>("#site-menu");
	if (bar && innerWidth < 1024) bar.togglePopover(isOpen("bar"));
	for (const menu of document.querySelectorAll<HTMLDetailsElement>("header details")) {
		menu.removeAttribute("name");
		menu.open = isOpen("bar");
	}
	for (const menu of document.querySelectorAll<HTMLDetailsElement>("main .menu")) menu.open = isOpen("page");
}

/** Opens what folds on the page, menus apart. */
function openFolds(): void {
	for (const fold of document.querySelectorAll<HTMLDetailsElement>("main details:not(.menu)"))
		fold.open = true;
}

/** What axe finds. @param turn number of the page */
async function complaints(page: Page, path: string, turn: number, views: readonly View[]): Promise<string[]> {
	const found: string[] = [];
	if (!soak) await removeRepetitions(page);
	for (const [step, { width, theme }] of views.entries()) {
		const look = async (rules: Rules, menus: string, part?: string) => {
			await page.evaluate(setMenus, menus);
			for (const complaint of await complaintsOfAxe(page, rules, part)) {
				found.push(`${path} at ${width} px, ${theme}, menus: ${menus}: ${complaint}`);
			}
		};
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme: theme });
		if (showsStructure(step)) await look("structure", "all");
		const bar = width < barStandsOpenFrom ? "#site-menu" : ".bar-menu-list";
		const lists = { ...(soak || turn < pagesWithBar ? { bar } : {}), page: ".menu-list" };
		for (const [menus, list] of Object.entries(lists)) {
			if ((await page.locator(list).count()) > 0) await look("sight", menus, list);
		}
		await look("sight", "none");
	}
	return found;
}

/** Whether the page as it stands now is too wide for a phone, or for the narrowest screen with columns or with the whole bar. */
async function tooWide(page: Page, path: string): Promise<string[]> {
	const found: string[] = [];
	for (const width of [...phones, 768, barStandsOpenFrom]) {
		await page.setViewportSize({ width, height: 700 });
		const shown = await widthOf(page);
		if (shown > width) found.push(`${path} is ${shown} px wide on a screen of ${width} px`);
	}
	return found;
}

const readers = [
	{ who: "visitors", email: null, paths: visitorPages },
	{ who: "competitors", email: "pilot@example.com", paths: pilotPages },
	{ who: "organisers", email: adminEmail, paths: adminPages },
];

for (const language of languages) {
	for (const { who, email, paths } of readers) {
		test(`axe finds nothing on the pages of ${who}, and no key stands for its text: ${language} @scripts`, async ({
			page,
			context,
			baseURL,
		}) => {
			if (email) await signIn(context, email);
			await context.addCookies([{ name: languageMemory, value: language, url: baseURL }]);
			const found: string[] = [];
			for (const [turn, path] of paths.entries()) {
				const views = viewsOf(turn).filter((view) => view.language === language);
				if (views.length === 0) continue;
				await test.step(path, async () => {
					await page.goto(path);
					await untilHydrated(page);
					await page.evaluate(openFolds);
					found.push(...(await keysShown(page)).map((key) => `${path} shows the key ${key}`));
					if (!email) found.push(...(await tooWide(page, path)));
					found.push(...(await complaints(page, path, turn, views)));
				});
			}
			expect(found).toEqual([]);
		});
	}
}
