import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "./lib/chromium";
import { demoPassword } from "./lib/demo-account";
import { inProject } from "./lib/paths.mjs";

/*
 * `npm run screenshots [part of an address …]`: every page in both languages, both themes and three widths, from the site that
 * `npm start` shows on the same PORT. screenshots/index.html leads to a contact sheet per language, theme and width.
 */

const origin = `http://localhost:${process.env.PORT || 8787}`;
const folder = inProject("screenshots");
const languages = ["cs", "en"] as const;
const themes = ["light", "dark"] as const;
const widths = [390, 768, 1280];

const pages: Record<string, string[]> = {
	visitor: [
		...[
			"/",
			"/news",
			"/starting-list",
			"/statuses",
			"/statuses?view=board",
			"/results",
			"/results?view=daily",
		],
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
		...["/offline", "/no-such-page"],
	],
	novice: ["/registration"],
	pilot: ["/", "/registration", "/igc", "/user-profile", "/change-password"],
	admin: [
		...[
			"/starting-list",
			"/statuses",
			"/igc",
			"/news",
			"/documents",
			"/competition-days",
			"/users",
			"/admin",
		],
		...["/admin/mail", "/admin/audit", "/admin/results", "/admin/glider-types"],
	],
};

const wanted = process.argv.slice(2);
const isWanted = (path: string) => wanted.length === 0 || wanted.some((part) => path.includes(part));
const nameOf = (who: string, path: string) => `${who}${path.replace(/[^a-z]+/g, "-").replace(/-$/, "")}`;

async function shoot(browser: Browser, who: string, language: string): Promise<void> {
	const context = await browser.newContext({ timezoneId: "Europe/Prague", reducedMotion: "reduce" });
	const page = await context.newPage();
	if (who !== "visitor") {
		await page.goto(`${origin}/login`);
		await page.locator("[name=email]").fill(`${who}@example.com`);
		await page.locator("[name=password]").fill(demoPassword);
		await page.locator("main form").evaluate((form: HTMLFormElement) => form.submit());
		await page.waitForURL((url) => url.pathname !== "/login");
	}
	await page.goto(`${origin}/?lng=${language}`);
	for (const path of (pages[who] ?? []).filter(isWanted)) {
		await page.goto(origin + path);
		for (const theme of themes) {
			await page.emulateMedia({ colorScheme: theme });
			for (const width of widths) {
				await page.setViewportSize({ width, height: 800 });
				const file = `${folder}/${language}-${theme}-${width}/${nameOf(who, path)}.png`;
				await page.screenshot({ path: file, fullPage: true });
			}
		}
	}
	await context.close();
}

function contactSheet(title: string): string {
	const figures = Object.entries(pages).flatMap(([who, paths]) =>
		paths.filter(isWanted).map((path) => {
			const file = `${nameOf(who, path)}.png`;
			return `<figure><figcaption>${who} ${path}</figcaption><a href="${file}"><img src="${file}" alt="" loading="lazy"></a></figure>`;
		}),
	);
	const style =
		"body{display:flex;flex-wrap:wrap;gap:1rem;font:14px system-ui}h1{width:100%}img{height:480px;border:1px solid}";
	return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}figure{margin:0}</style><h1>${title}</h1>${figures.join("")}`;
}

rmSync(folder, { recursive: true, force: true });
const browser = await chromium.launch({
	executablePath: findChromium() ?? undefined,
	args: ["--no-sandbox"],
});
try {
	for (const language of languages) {
		for (const who of Object.keys(pages)) await shoot(browser, who, language);
	}
} finally {
	await browser.close();
}
const sheets = languages.flatMap((language) =>
	themes.flatMap((theme) => widths.map((width) => `${language}-${theme}-${width}`)),
);
for (const sheet of sheets) {
	mkdirSync(`${folder}/${sheet}`, { recursive: true });
	writeFileSync(`${folder}/${sheet}/index.html`, contactSheet(sheet));
}
const links = sheets.map((sheet) => `<li><a href="${sheet}/index.html">${sheet}</a></li>`);
writeFileSync(
	`${folder}/index.html`,
	`<!doctype html><meta charset="utf-8"><title>Screenshots</title><ul>${links.join("")}</ul>`,
);
console.log(`Contact sheets: ${folder}/index.html`);
