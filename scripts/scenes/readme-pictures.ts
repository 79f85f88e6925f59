import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { inProject } from "../lib/paths.mjs";
import { enter, launchBrowser, settle } from "./browser";
import { daysBefore, demo, flyingDay } from "./scene-demo";

/* The pictures of the README, in docs/pictures: WebP, because seven of them must stay below 600 kB. */

/** The word behind `npm run screenshots --` that takes them. */
export const readmeName = "readme";

interface Picture {
	readonly name: string;
	readonly path: string;
	readonly screen: Screen;
	readonly theme?: "dark";
	/** What stands at the top of the picture; without it, the top of the page. */
	readonly from?: string;
	readonly act?: (page: Page) => Promise<unknown>;
}

const screens = {
	desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
	tall: { viewport: { width: 1280, height: 1080 }, deviceScaleFactor: 1 },
	phone: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 },
} as const;

type Screen = keyof typeof screens;

/** Quality of WebP, up to 100. */
const quality = 80;

const yesterday = demo.competitionDays.find(({ date }) => date === daysBefore(1));
const flown = demo.igcFiles.find(({ dayId }) => dayId === yesterday?.id);

/** Moves the replay to a share of its time, on the map of the whole task. */
function replayAt(share: number): (page: Page) => Promise<unknown> {
	return async (page) => {
		await page.locator("[data-replay-ranking] > *").first().waitFor();
		await page.locator('[data-map-key="0"]').click();
		await page.locator("[data-replay-time]").evaluate((slider: HTMLInputElement, part: number) => {
			slider.value = String(Number(slider.min) + part * (Number(slider.max) - Number(slider.min)));
			slider.dispatchEvent(new Event("input", { bubbles: true }));
		}, share);
	};
}

const pictures: readonly Picture[] = [
	{ name: "home", path: "/", screen: "tall" },
	{ name: "home-phone", path: "/", screen: "phone" },
	{ name: "results", path: `/results?view=daily&day=${yesterday?.id}`, screen: "desktop" },
	{ name: "flight-phone", path: `/igc/${flown?.id}`, screen: "phone" },
	{
		name: "replay",
		path: "/days/5/replay",
		screen: "desktop",
		theme: "dark",
		from: ".replay",
		act: replayAt(0.55),
	},
	{ name: "board", path: "/statuses?view=board", screen: "desktop" },
	{ name: "task-phone", path: `/tasks/${flyingDay.date}`, screen: "phone" },
];

async function take(page: Page, origin: string, { name, path, theme, from, act }: Picture): Promise<void> {
	await page.emulateMedia({ colorScheme: theme ?? "light" });
	await page.goto(origin + path);
	// Once more: a font that is not there at once is left out.
	await page.reload();
	await settle(page);
	await act?.(page);
	if (from)
		await page
			.locator(from)
			.first()
			.evaluate((part) => part.scrollIntoView({ block: "start" }));
	// Playwright itself makes no WebP. The frame after this one shows what has just been done.
	await page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
	);
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
	writeFileSync(inProject(`docs/pictures/${name}.webp`), Buffer.from(data, "base64"));
}

export async function takeReadmePictures(origin: string): Promise<void> {
	mkdirSync(inProject("docs/pictures"), { recursive: true });
	const browser = await launchBrowser();
	for (const screen of Object.keys(screens) as Screen[]) {
		const context = await enter(browser, { origin, who: "visitor", language: "en" }, screens[screen]);
		for (const picture of pictures.filter((one) => one.screen === screen)) {
			const page = await context.newPage();
			await take(page, origin, picture);
			await page.close();
		}
		await context.close();
	}
	await browser.close();
}
