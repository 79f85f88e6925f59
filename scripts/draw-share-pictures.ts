import { mkdirSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { formatCompetitionDates } from "~/lib/i18n/format-dates";
import { languages } from "~/lib/i18n/language";
import { editions } from "~editions/index";
import { findChromium } from "./lib/chromium";
import { inProject } from "./lib/paths.mjs";

/*
 * `node scripts/run.mjs draw-share-pictures`: draws what messengers show of a link, a picture for each edition and language. To be run
 * when an edition is new or its title, dates or place have changed; the pictures are committed.
 */

const size = { width: 1200, height: 630 };

const inCss = (path: string, type: string) =>
	`url("data:${type};base64,${readFileSync(inProject(path)).toString("base64")}")`;

const styles = `
	@font-face { font-family: Display; src: ${inCss("app/styles/fonts/barlow-semi-condensed-700.woff2", "font/woff2")} }
	body { margin: 0; padding: 72px 80px; height: 486px; background: #08294d; color: #fff; font: 700 48px/1.2 Display }
	body::before { content: ""; position: absolute; inset: 16px 0 auto auto; width: 860px; height: 292px; background: #2f6aa3;
		mask: ${inCss("app/styles/pictures/sky.svg", "image/svg+xml")} center / contain no-repeat }
	body::after { content: ""; position: absolute; inset: auto 0 0; height: 14px; background: #f5b301 }
	i { display: block; width: 148px; height: 148px; margin-left: -12px; background: ${inCss("app/styles/pictures/mark.svg", "image/svg+xml")} center / contain }
	h1 { position: relative; margin: 56px 0 8px; font-size: 132px; line-height: 1 }
	p { position: relative; margin: 0 }
`;

mkdirSync(inProject("public/share"), { recursive: true });
const browser = await chromium.launch({
	executablePath: findChromium() ?? undefined,
	args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: size });
for (const { year, title, place, competition, startsAsDraft } of editions) {
	// Static files answer everybody.
	if (startsAsDraft) continue;
	for (const language of languages) {
		const dates = formatCompetitionDates(competition.from, competition.to, language);
		await page.setContent(
			`<style>${styles}</style><i></i><h1>${title}</h1><p>${dates}</p><p>${place[language]}</p>`,
		);
		await page.evaluate("document.fonts.ready.then(() => undefined)");
		await page.screenshot({ path: inProject(`public/share/${year}-${language}.png`) });
	}
}
await browser.close();
