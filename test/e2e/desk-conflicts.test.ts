import { expect, type Page, type Request, test } from "@playwright/test";
import { parse } from "node-html-parser";
import { adminEmail, headersOf, otherAdmins, signIn } from "./accounts";
import { deskDays } from "./desk-days";
import { holdAnswers } from "./held-answers";
import { untilHydrated, untilQueueLoaded } from "./hydration";
import { boxOf } from "./layout";
import { stopTime } from "./page-time";
import { countUnderWay, sentAgain } from "./requests";
import { text } from "./texts";

/* Two at the desk: what one of them has set is never overwritten without a word, and what a row shows is what the server has. */

test.describe.configure({ mode: "serial" });

const dutyPage = `/statuses?day=${deskDays.conflicts}&duty=on`;

interface Row {
	readonly id: string;
	readonly button: (status: string) => ReturnType<Page["locator"]>;
	readonly pressed: ReturnType<Page["locator"]>;
	readonly note: ReturnType<Page["locator"]>;
	/** Sets its status as another organiser does. */
	readonly setByOther: (status: string) => Promise<void>;
}

/** A row of the desk whose competitor is on the ground. */
async function rowOnTheGround(page: Page, index: number): Promise<Row> {
	await signIn(page.context(), adminEmail);
	const html = await (await page.request.get(dutyPage, sentAgain)).text();
	const id = parse(html).querySelectorAll(".duty-row")[index]?.id.replace("status-", "") ?? "";
	const headers = await headersOf(page.context(), otherAdmins[0]);
	const setByOther = async (status: string) => {
		const set = await page.request.put(`/api/competitorstatuses/${id}`, {
			data: { status },
			headers,
			...sentAgain,
		});
		expect(set.ok()).toBe(true);
	};
	await setByOther("DNF");
	await page.goto(dutyPage);
	await untilQueueLoaded(page);
	const row = page.locator(`#status-${id}`);
	return {
		id,
		button: (status) => row.locator(`button[name=status][value="${status}"]`),
		pressed: row.locator('button[aria-pressed="true"]'),
		note: row.locator(".waiting-note"),
		setByOther,
	};
}

const isTap = (request: Request) => request.method() === "POST" && request.url().includes("/statuses");
const isReading = (request: Request) =>
	request.method() === "GET" && new URL(request.url()).pathname === "/statuses.data";

/** It looks once: a toast goes away. */
async function expectSaidOnce(page: Page, note: Row["note"]): Promise<void> {
	const said = (await note.locator(".field-error").textContent()) ?? "";
	expect(said).not.toBe("");
	expect(await page.getByText(said, { exact: true }).allTextContents()).toEqual([said]);
}

const undoOf = (page: Page) => page.locator(".undo-taps > form > button");

test("a tap after somebody else's change shows both and asks @scripts", async ({ page }) => {
	const { button, pressed, note, setByOther } = await rowOnTheGround(page, 6);
	const undone = await page.locator(".undo-taps button[name=status]").allTextContents();
	await setByOther("FLYING");
	await button("HOME").click();
	await expect(note).toContainText(text("competitorStatus.FLYING"));
	await expect(note).toContainText(text("waiting.yours", { label: text("competitorStatus.HOME") }));
	await expect(pressed).toHaveAttribute("value", "FLYING");
	await expectSaidOnce(page, note);
	const number = await page.locator(".duty-row").nth(6).locator(".start-number").textContent();
	await expect(page.locator(".queue-line a")).toHaveText(`${number} ${text("competitorStatus.HOME")}`);
	await expect.poll(() => page.locator(".undo-taps button[name=status]").allTextContents()).toEqual(undone);
	await note.getByRole("button", { name: text("waiting.overwrite") }).click();
	await expect(pressed).toHaveAttribute("value", "HOME");
	await expect(note).toHaveCount(0);

	// Its undo sets what the server had, also after a reload and somebody else's change.
	await expect(undoOf(page)).toHaveAttribute("value", "FLYING");
	await setByOther("OUTLANDING");
	await page.reload();
	await untilHydrated(page);
	await expect(pressed).toHaveAttribute("value", "OUTLANDING");
	await undoOf(page).click();
	await expect(note).toContainText(text("competitorStatus.OUTLANDING"));
	await expect(note).toContainText(text("waiting.yours", { label: text("competitorStatus.FLYING") }));
	await expectSaidOnce(page, note);
	await note.getByRole("button", { name: text("waiting.discard") }).click();
	await expect(note).toHaveCount(0);
	await expect(pressed).toHaveAttribute("value", "OUTLANDING");
});

test("a tap that takes the place of a refused one is undone to what the server had @scripts", async ({
	page,
}) => {
	const { button, pressed, note, setByOther } = await rowOnTheGround(page, 7);
	await setByOther("FLYING");
	// The page learns of it by the refusal alone.
	const readings = await holdAnswers(page, isReading);
	await button("HOME").click();
	await expect(note).toContainText(text("competitorStatus.FLYING"));
	await button("OUTLANDING").click();
	await expect(note).toHaveCount(0);
	await expect(pressed).toHaveAttribute("value", "OUTLANDING");
	await expect(undoOf(page)).toHaveAttribute("value", "FLYING");
	readings.release();
	await undoOf(page).click();
	await expect(pressed).toHaveAttribute("value", "FLYING");
});

test("a tap made before the refusal of the one before is shown overwrites nobody @scripts", async ({
	page,
}) => {
	const { button, pressed, note, setByOther } = await rowOnTheGround(page, 8);
	await setByOther("OUTLANDING");
	const taps = await holdAnswers(page, isTap);
	await button("FLYING").click();
	await taps.answered;
	await button("HOME").click();
	taps.release();
	const labels = `${text("competitorStatus.FLYING")} → ${text("competitorStatus.HOME")}`;
	await expect(note).toContainText(text("waiting.yours", { label: labels }));
	await expect(pressed).toHaveAttribute("value", "OUTLANDING");
	await page.reload();
	await untilHydrated(page);
	await expect(note).toContainText(text("waiting.yours", { label: labels }));
	await expect(pressed).toHaveAttribute("value", "OUTLANDING");
	await note.getByRole("button", { name: text("waiting.overwrite") }).click();
	await expect(pressed).toHaveAttribute("value", "HOME");
	await expect(undoOf(page)).toHaveAttribute("value", "OUTLANDING");
});

test("data that were asked for before a tap was accepted do not bring its old status back @scripts", async ({
	page,
}) => {
	const { button, pressed } = await rowOnTheGround(page, 9);
	const readings = await holdAnswers(page, isReading);
	await button("FLYING").click();
	// Asked for after the first tap and before the second one.
	await readings.answered;
	await button("HOME").click();
	await expect(pressed).toHaveAttribute("value", "HOME");
	const after = page.waitForResponse((response) => isReading(response.request()));
	readings.release();
	await after;
	await expect(pressed).toHaveAttribute("value", "HOME");
	await expect(undoOf(page)).toHaveAttribute("value", "FLYING");
});

test("a tap that is on its way looks different from one that was accepted @scripts", async ({ page }) => {
	const { button, pressed } = await rowOnTheGround(page, 10);
	const taps = await holdAnswers(page, isTap);
	await button("FLYING").click();
	await expect(button("FLYING")).toHaveAttribute("data-waits", "");
	await expect(pressed).toHaveAttribute("value", "DNF");
	taps.release();
	await expect(pressed).toHaveAttribute("value", "FLYING");
	await expect(button("FLYING")).not.toHaveAttribute("data-waits");
});

/** Makes the page read its data. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("an answer that comes later than newer data does not bring its own status back @scripts", async ({
	page,
}) => {
	const { button, pressed, setByOther } = await rowOnTheGround(page, 11);
	const taps = await holdAnswers(page, isTap);
	await button("FLYING").click();
	await taps.answered;
	await setByOther("HOME");
	await lookAgain(page);
	await expect(pressed).toHaveAttribute("value", "HOME");
	const after = page.waitForResponse((response) => isReading(response.request()));
	taps.release();
	await after;
	await expect(button("FLYING")).not.toHaveAttribute("data-waits");
	await expect(pressed).toHaveAttribute("value", "HOME");
});

test("while a finger is down nothing changes or moves under it, and its tap counts @scripts", async ({
	page,
}) => {
	const readingsUnderWay = countUnderWay(page, isReading);
	const { button, pressed, note, setByOther } = await rowOnTheGround(page, 12);
	// However slow the machine, the finger is no longer down than a tap. Timers that are due read once more, before the change.
	const timeRuns = await stopTime(page);
	await expect.poll(readingsUnderWay).toBe(0);
	const readings = await holdAnswers(page, isReading);
	await setByOther("FLYING");
	await lookAgain(page);
	await readings.answered;
	await button("HOME").hover();
	await page.mouse.down();
	const read = page.waitForResponse((response) => isReading(response.request()));
	readings.release();
	await read;
	// By another answer the page would show this one.
	await page.evaluate(() => fetch("/api").then((response) => response.text()));
	await page.mouse.up();
	await timeRuns();
	// It had not seen the change.
	await expect(note).toContainText(text("waiting.yours", { label: text("competitorStatus.HOME") }));
	await expect(pressed).toHaveAttribute("value", "FLYING");
	await note.getByRole("button", { name: text("waiting.overwrite") }).click();
	await expect(pressed).toHaveAttribute("value", "HOME");
});

test("what comes above a page that is not scrolled does not move the button under a finger @scripts", async ({
	page,
	context,
}) => {
	await page.setViewportSize({ width: 1280, height: 2000 });
	await rowOnTheGround(page, 13);
	const timeRuns = await stopTime(page);
	const first = page.locator('.duty-row button[name=status][aria-pressed="false"]').first();
	await first.hover();
	await page.mouse.down();
	await expect(first).toBeFocused();
	const box = await boxOf(first);
	const heard = page.evaluate(
		() => new Promise<void>((hear) => addEventListener("offline", () => hear(), { once: true })),
	);
	await context.setOffline(true);
	await heard;
	expect(await boxOf(first)).toEqual(box);
	await page.mouse.up();
	await expect(first).toHaveAttribute("data-waits", "");
	await timeRuns();
	await expect(page.locator(".offline-banner")).toBeVisible();
});
