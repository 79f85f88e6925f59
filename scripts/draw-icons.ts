import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromium } from "./lib/chromium";
import { inProject } from "./lib/paths.mjs";

/*
 * `node scripts/run.mjs draw-icons`: draws the icons of the web app from the site's mark, `public/favicon.svg`. To be run when the mark
 * has changed; the pictures are committed.
 */

interface AppIcon {
	readonly name: string;
	/** Pixels. */
	readonly size: number;
	/** Part of the width that the mark takes; the rest is its own ground. A system cuts up to a tenth off each side of a maskable icon. */
	readonly mark: number;
}

const icons: readonly AppIcon[] = [
	{ name: "icon-192", size: 192, mark: 1 },
	{ name: "icon-512", size: 512, mark: 1 },
	{ name: "maskable-512", size: 512, mark: 0.8 },
	// iOS rounds the corners itself and shows transparent ones black.
	{ name: "apple-touch-icon", size: 180, mark: 0.9 },
];

const mark = readFileSync(inProject("public/favicon.svg"), "utf8");
const [ground = ""] = /(?<=<rect [^>]*fill=")[^"]+/.exec(mark) ?? [];

const browser = await chromium.launch({
	executablePath: findChromium() ?? undefined,
	args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
for (const { name, size, mark: part } of icons) {
	await page.setViewportSize({ width: size, height: size });
	await page.setContent(`<style>
		body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${part < 1 ? ground : "transparent"} }
		svg { width: ${part * size}px }
	</style>${mark}`);
	await page.screenshot({ path: inProject(`public/icons/${name}.png`), omitBackground: true });
}
await browser.close();
