import { expect, type Page, test } from "@playwright/test";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { homeComer } from "~test/support/season";
import { igcFile } from "../../scripts/demo/igc-generator";
import { measuredAll } from "./layout";
import { sentAgain } from "./requests";
import { text } from "./texts";

const number = 3;
const date = addDays(newestEdition().competition.from, number - 1);
const address = `/days/${number}/replay?class=club`;

/** Colours on a canvas; 1 when nothing is drawn. */
function coloursOn(page: Page, canvas: string): Promise<number> {
	return page.locator(canvas).evaluate((element) => {
		if (!(element instanceof HTMLCanvasElement)) return 0;
		// A canvas that holds a bitmap shows its pixels on another one only.
		const copy = new OffscreenCanvas(element.width, element.height).getContext("2d");
		copy?.drawImage(element, 0, 0);
		const pixels = copy?.getImageData(0, 0, element.width, element.height).data;
		return new Set(new Uint32Array(pixels?.buffer ?? new ArrayBuffer(4))).size;
	});
}

test("the flights of a class are drawn above a map from our own host, and slider and keys move time and map @scripts", async ({
	page,
	request,
}) => {
	// The schedule does not run here; an upload makes the pack, too.
	const { day, entry } = homeComer("club", date);
	const log = igcFile({ date, fixes: 300, pilot: "Journey" });
	const upload = await request.post("/api/igc", {
		...sentAgain,
		multipart: {
			pilot: entry.id,
			day: day.id,
			igc: { name: "57fv6ms1.igc", mimeType: "application/octet-stream", buffer: Buffer.from(log) },
		},
	});
	expect(upload.status()).toBe(201);
	await expect(async () => {
		await page.goto(address);
		await expect(page.locator("[data-replay]")).toBeVisible({ timeout: 500 });
	}).toPass();
	const hosts = new Set<string>();
	page.on("request", (asked) => hosts.add(new URL(asked.url()).host));
	await page.reload();
	await expect(page.locator("[data-running]")).toBeVisible();
	await expect.poll(() => coloursOn(page, "canvas[data-replay-map]")).toBeGreaterThan(30);
	// The first picture has none yet.
	await expect.poll(() => coloursOn(page, "canvas[data-replay-barogram]")).toBeGreaterThan(10);
	await expect(page.locator(".replay-ranking li")).toHaveCount(await page.locator("tbody tr").count());

	// At the narrowest list, no name is broken inside a word.
	await page.setViewportSize({ width: 320, height: 700 });
	const broken = await measuredAll(page.locator(".replay-name"), (names) =>
		names.flatMap((name) => {
			const text = name.firstChild;
			const words = [...(text?.textContent ?? "").matchAll(/[^\s-]+/g)];
			return words.flatMap(({ 0: word, index }) => {
				const range = document.createRange();
				if (text) range.setStart(text, index);
				if (text) range.setEnd(text, index + word.length);
				return range.getClientRects().length > 1 ? [word] : [];
			});
		}),
	);
	expect(broken).toEqual([]);
	await page.setViewportSize({ width: 1280, height: 720 });

	const slider = page.getByRole("slider", { name: text("replay.time") });
	await slider.focus();
	const before = Number(await slider.inputValue());
	await page.keyboard.press("ArrowRight");
	await expect(slider).toHaveValue(String(before + 1));

	const map = page.locator("canvas[data-replay-map]");
	await map.focus();
	await page.keyboard.press(".");
	await expect(slider).toHaveValue(String(before + 11));
	await page.keyboard.press("Space");
	await expect(page.getByRole("button", { name: text("replay.pause") })).toBeVisible();
	await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before + 30);
	await page.keyboard.press("Space");
	await expect(page.getByRole("button", { name: text("replay.play"), exact: true })).toBeVisible();
	const picture = () => map.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
	const whole = await picture();
	await page.keyboard.press("+");
	await expect.poll(picture).not.toBe(whole);
	expect([...hosts]).toEqual([new URL(page.url()).host]);

	// Two who were followed are shown alone, the address leads to them, and a link compares them.
	const names = page.locator(".replay-ranking li button");
	const numbers = await page.locator(".replay-ranking li strong").allTextContents();
	await names.nth(0).click();
	await names.nth(1).click();
	await page.locator("[data-replay-pair]").click();
	expect(new URL(page.url()).searchParams.get("pilots")?.split(",").sort()).toEqual(
		numbers.slice(0, 2).sort(),
	);
	await page.reload();
	await expect(page.locator(".replay-ranking input:checked")).toHaveCount(2);
	// Both are listed alone until all are chosen.
	await expect(page.locator(".replay-ranking li:visible")).toHaveCount(2);
	await page.locator("[data-replay-all]").click();
	await expect(page.locator(".replay-ranking li:visible")).toHaveCount(numbers.length);
	await names.nth(0).click();
	await names.nth(1).click();
	await page.locator("[data-replay-pair]").click();
	await page.getByRole("button", { name: text("replay.full") }).click();
	await expect(page.locator("[data-full] canvas[data-replay-map]")).toBeVisible();
	await page.getByRole("button", { name: text("replay.full") }).click();
	await page.locator("[data-replay-compare]").click();
	await expect(page.locator("[data-side=a]").first()).toBeVisible();

	// On the page of a flight, a row of the list of climbs is lit up on map and barogram.
	await page.locator("figcaption a[href^='/igc/']").first().click();
	// The script of the page adds the cursor through both: a pointer that comes before is not heard.
	const cursors = page.locator("svg > g.pointer-events-none");
	await expect(cursors).toHaveCount(2);
	await page.locator("tr[data-climb]").first().hover();
	await expect(page.locator(".is-lit")).toHaveCount(3);
	// It is not printed.
	await page.emulateMedia({ media: "print" });
	for (const cursor of await cursors.all()) await expect(cursor).toBeHidden();
});
