import { expect, type Page, test } from "@playwright/test";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { findChromium } from "../../scripts/lib/chromium";
import { adminEmail, signIn } from "./accounts";
import { browserFlags } from "./browser-flags";
import { measured, widthOf } from "./layout";
import { adminPages, visitorPages } from "./pages";
import { soak } from "./soak";

/* Readers who set the text of their browser to twice its size, as media queries follow it; and those whose system has its own colours. */

test.use({
	launchOptions: {
		executablePath: findChromium() ?? undefined,
		args: [...browserFlags, "--blink-settings=defaultFontSize=32"],
	},
});

test.describe.configure({ timeout: soak ? 900_000 : 120_000 });

const some = [
	...["/", "/days", "/days/5", "/results", "/statuses", "/starting-list", "/pilots", "/outlandings"],
	...[
		"/igc",
		"/documents",
		`/tasks/${addDays(newestEdition().competition.from, 5)}`,
		"/login",
		"/grid",
		"/news",
	],
];

/**
 * Words of the page that lie on other ones. Looked at are the boxes of text that is seen, where nothing else is drawn above it. Pictures
 * and what floats above the page on purpose are left out.
 */
function overlaps(): string[] {
	interface Word {
		readonly text: string;
		readonly box: DOMRect;
		readonly parent: Element;
	}
	const words: Word[] = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const parent = node.parentElement;
		const text = node.textContent?.trim() ?? "";
		if (
			!parent ||
			!text ||
			parent.closest("svg, script, style, .sr-only, .skip-link, [popover], dialog, option")
		)
			continue;
		if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
		let isLeftOut = false;
		let [right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
		for (let at: Element | null = parent; at && !isLeftOut; at = at.parentElement) {
			const { position, clipPath, overflowX, overflowY } = getComputedStyle(at);
			const edges = at.getBoundingClientRect();
			isLeftOut = ["fixed", "sticky"].includes(position) || clipPath !== "none";
			// Lines that are cut.
			if (overflowX !== "visible") right = Math.min(right, edges.right);
			if (overflowY !== "visible") bottom = Math.min(bottom, edges.bottom);
		}
		if (isLeftOut) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const box of range.getClientRects())
			if (box.width > 2 && box.height > 2 && box.left < right && box.top + box.height / 2 < bottom) {
				box.width = Math.min(box.width, right - box.left);
				words.push({ text: text.slice(0, 30), box, parent });
			}
	}
	words.sort((one, other) => one.box.top - other.box.top);
	const found: string[] = [];
	words.forEach(({ text, box, parent }, index) => {
		for (const other of words.slice(index + 1)) {
			if (other.box.top > box.bottom) break;
			if (other.parent === parent) continue;
			const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
			const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
			// Boxes of lines reach above and below their letters.
			if (across > 3 && down > 0.4 * Math.min(box.height, other.box.height))
				found.push(`“${text}” lies on “${other.text}”`);
		}
	});
	return found;
}

/** Gives every pilot who is named another name, and a wide number. A page breaks a long word of a name (`PilotName`). */
function rename(name: string): void {
	for (const one of document.querySelectorAll("main .start-number")) one.textContent = "WWWWW";
	for (const one of document.querySelectorAll("[data-pilot]")) {
		one.textContent = name;
		one.classList.toggle("wrap-anywhere", name.length > 24);
	}
}

/** The longest name that an account takes, in one word and in another script, and the shortest. */
const names = ["Ж".repeat(80), "Ю"];

async function complaints(page: Page, path: string, width: number): Promise<string[]> {
	await page.goto(path);
	expect(await measured(page, () => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
	const found: string[] = [];
	const look = async (shown: string) => {
		const wide = await widthOf(page);
		if (wide > width) found.push(`${shown} is ${wide} px wide`);
		found.push(...(await measured(page, overlaps)).map((overlap) => `${shown}: ${overlap}`));
	};
	await look(path);
	for (const name of names) {
		await page.evaluate(rename, name);
		await look(`${path} with a name of ${name.length}`);
	}
	return found;
}

for (const [width, height] of [
	[320, 640],
	[390, 800],
	[844, 390],
] as const) {
	test(`with text at twice its size nothing overlaps and no page scrolls to the side at ${width} × ${height} @scripts`, async ({
		page,
		context,
	}) => {
		await page.setViewportSize({ width, height });
		const found: string[] = [];
		for (const path of soak ? visitorPages : some) found.push(...(await complaints(page, path, width)));
		if (soak) {
			await signIn(context, adminEmail);
			for (const path of adminPages) found.push(...(await complaints(page, path, width)));
			// Edges that the system draws take their room.
			await page.emulateMedia({ forcedColors: "active" });
			for (const path of visitorPages) found.push(...(await complaints(page, path, width)));
		}
		expect(found).toEqual([]);
	});
}
