import { expect, type Page, test } from "@playwright/test";
import { adminEmail, logIn } from "./accounts";
import { complaintsOfAxe, type Rules } from "./axe";
import { untilHydrated } from "./hydration";
import { adminPages, pilotPages, visitorPages } from "./pages";

/*
 * Every page in both languages, both themes and three widths. A page is loaded once in a language; theme and width change under
 * it. Open menus hide what lies under them, so that the rules of sight look at the page with its menus closed, at the open menus
 * of the bar and at those of the page itself.
 */

test.describe.configure({ mode: "parallel", timeout: 300_000 });
// A trace would keep the whole page at each of some thousand steps.
test.use({ trace: "off" });

const widths = [390, 768, 1280];
const barStandsOpenFrom = 1024;
const firstPage = "/contacts";

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

async function complaints(page: Page, path: string): Promise<string[]> {
	const found: string[] = [];
	const look = async (rules: Rules, width: number, theme: string, part?: string) => {
		for (const complaint of await complaintsOfAxe(page, rules, part)) {
			found.push(`${path} at ${width} px, ${theme}: ${complaint}`);
		}
	};
	await page.emulateMedia({ colorScheme: "light" });
	await page.goto(path);
	await untilHydrated(page);
	await page.evaluate(openFolds);
	for (const width of widths) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme: "light" });
		await page.evaluate(setMenus, "all");
		await look("structure", width, "light");
		const lists = { bar: width < barStandsOpenFrom ? "#site-menu" : ".bar-menu-list", page: ".menu-list" };
		for (const [menus, list] of Object.entries(lists)) {
			if ((await page.locator(list).count()) === 0) continue;
			await page.evaluate(setMenus, menus);
			await look("sight", width, `light, menus of the ${menus}`, list);
			await page.emulateMedia({ colorScheme: "dark" });
			await look("contrast", width, `dark, menus of the ${menus}`, list);
			await page.emulateMedia({ colorScheme: "light" });
		}
		await page.evaluate(setMenus, "none");
		await look("sight", width, "light");
		await page.emulateMedia({ colorScheme: "dark" });
		await look("contrast", width, "dark");
	}
	return found;
}

const half = Math.ceil(adminPages.length / 2);
const readers = [
	{ who: "organisers (first half)", email: adminEmail, paths: adminPages.slice(0, half) },
	{ who: "organisers (second half)", email: adminEmail, paths: adminPages.slice(half) },
	{ who: "visitors", email: null, paths: visitorPages },
	{ who: "competitors", email: "pilot@example.com", paths: pilotPages },
];

for (const language of ["cs", "en"]) {
	for (const { who, email, paths } of readers) {
		test(`axe finds nothing on the pages of ${who} in all themes and widths: ${language} @scripts`, async ({
			page,
		}) => {
			await page.emulateMedia({ reducedMotion: "reduce" });
			// In Czech in any case: the account's mails, which other journeys read, follow the language of the login.
			if (email) await logIn(page, email);
			await page.goto(`${firstPage}?lng=${language}`);
			const found: string[] = [];
			for (const path of [firstPage, ...paths.filter((path) => path !== firstPage)]) {
				await test.step(path, async () => found.push(...(await complaints(page, path))));
			}
			expect(found).toEqual([]);
		});
	}
}
