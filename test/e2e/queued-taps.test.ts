import { expect, type Page, type Request, test } from "@playwright/test";
import { adminEmail, signIn } from "./accounts";
import { deskDays } from "./desk-days";
import { untilHydrated, untilQueueLoaded } from "./hydration";
import { boxOf } from "./layout";
import { stopTime } from "./page-time";
import { numbersFrom } from "./random-numbers";
import { soak } from "./soak";
import { text } from "./texts";

/* Taps of organisers on a bad line: none is lost, none is sent twice, none replaces the page. */

test.describe.configure({ mode: "serial" });

const date = deskDays.queuedTaps;
const dutyPage = `/statuses?day=${date}&duty=on`;
const states = ["DNF", "FLYING", "OUTLANDING", "HOME"] as const;

async function openDuty(page: Page): Promise<void> {
	await page.goto(dutyPage);
	await untilQueueLoaded(page);
}

const rowAt = (page: Page, index: number) => page.locator(".duty-row").nth(index);
const buttonOf = (page: Page, index: number, status: string) =>
	rowAt(page, index).locator(`button[name=status][value="${status}"]`);

/** Key and status of the taps that the server has answered, in order, each once. */
function listenToTaps(page: Page): Map<string, string> {
	const taps = new Map<string, string>();
	const field = (sent: Request, name: string) =>
		new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(sent.postData() ?? "")?.[1] ?? "";
	page.on("response", (response) => {
		const sent = response.request();
		if (sent.method() !== "POST" || !response.ok()) return;
		taps.set(field(sent, "formKey"), `${field(sent, "id")} ${field(sent, "status")}`);
	});
	return taps;
}

/** Numbers of elements whose styles the browser computed, each time that it did, while something was done. */
async function styledDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
	const browser = page.context().browser();
	await browser?.startTracing(page, { categories: ["devtools.timeline"] });
	await act();
	const { traceEvents } = JSON.parse((await browser?.stopTracing())?.toString() ?? "{}") as {
		traceEvents: { name: string; args: { elementCount?: number } }[];
	};
	return traceEvents.flatMap(({ name, args }) =>
		name === "UpdateLayoutTree" && args.elementCount !== undefined ? [args.elementCount] : [],
	);
}

const tapped = [
	{
		where: "at the desk",
		path: dutyPage,
		target: async (page: Page) => {
			const other = rowAt(page, 7).locator('button[name=status]:not([aria-pressed="true"])').first();
			return buttonOf(page, 7, (await other.getAttribute("value")) ?? "");
		},
	},
	{
		where: "in the organisers' list",
		path: "/starting-list",
		target: (page: Page) =>
			page
				.locator('[id^="entry-"]')
				.nth(5)
				.getByRole("button", { name: text("startingList.flag.paid") }),
	},
];

for (const { where, path, target } of tapped) {
	test(`a tap ${where} computes the styles of what it changes, not of the whole page @scripts`, async ({
		page,
		context,
	}) => {
		await signIn(context, adminEmail);
		await page.goto(path);
		await untilQueueLoaded(page);
		const all = await page.locator("*").count();
		// The first one also brings the undo.
		for (const turn of ["first", "second"]) {
			const button = await target(page);
			const before = (await button.getAttribute("aria-pressed")) === "true";
			const styled = await styledDuring(page, async () => {
				const read = page.waitForResponse((response) => response.url().includes(".data"));
				await button.click();
				await expect(button).toHaveAttribute("aria-pressed", String(!before));
				await read;
			});
			expect(styled.length).toBeGreaterThan(0);
			// A toast asks all cells once more for what `:has` looks for.
			expect(Math.max(...styled), turn).toBeLessThan(all / 3);
		}
	});
}

test("taps with the line lost at random moments arrive once and in order @scripts", async ({
	page,
	context,
}) => {
	test.setTimeout(300_000);
	await signIn(context, adminEmail);
	await openDuty(page);
	const arrived = listenToTaps(page);
	const ids: string[] = [];
	const shown: string[] = [];
	for (const index of [0, 1, 2]) {
		ids.push((await rowAt(page, index).getAttribute("id"))?.replace("status-", "") ?? "");
		const pressed = rowAt(page, index).locator('button[aria-pressed="true"]');
		shown.push((await pressed.count()) > 0 ? ((await pressed.getAttribute("value")) ?? "") : "");
	}
	const wanted = [...shown];
	const made: string[] = [];
	const next = numbersFrom(13);
	let online = true;
	for (let round = 0; round < (soak ? 50 : 5); round++) {
		const goOffline = next() < 0.6;
		if (goOffline === online) {
			online = !goOffline;
			const reloaded = online ? page.waitForEvent("load") : null;
			await context.setOffline(!online);
			await reloaded;
			if (online) await openDuty(page);
		}
		const row = Math.floor(next() * 3);
		const status = states.filter((state) => state !== wanted[row])[Math.floor(next() * 3)] ?? "HOME";
		await buttonOf(page, row, status).click();
		wanted[row] = status;
		made.push(`${ids[row]} ${status}`);
		if (!online) await expect(buttonOf(page, row, status)).toHaveAttribute("data-waits", "");
		await expect(page.getByText(text("error.failed.title"))).toHaveCount(0);
	}
	if (!online) {
		const reloaded = page.waitForEvent("load");
		await context.setOffline(false);
		await reloaded;
	}
	await openDuty(page);
	await expect.poll(() => [...arrived.values()]).toEqual(made);
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await page.reload();
	for (const [index, status] of wanted.entries()) {
		if (status) await expect(buttonOf(page, index, status)).toHaveAttribute("aria-pressed", "true");
	}
});

/** Makes the browser slow to read what waits, which comes before it stores a tap. @returns lets it read on */
async function holdStorage(page: Page): Promise<void> {
	await page.evaluate(() => {
		IDBObjectStore.prototype.getAll = () => new EventTarget() as IDBRequest;
	});
}

test("a tap is not lost when its page is left before the browser has stored it @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await openDuty(page);
	const row = rowAt(page, 12);
	const tap = row.locator('button[name=status][aria-pressed="false"]').first();
	const status = (await tap.getAttribute("value")) ?? "";
	await holdStorage(page);
	await tap.click();
	await expect(buttonOf(page, 12, status)).toHaveAttribute("data-waits", "");
	await openDuty(page);
	await expect(buttonOf(page, 12, status)).toHaveAttribute("aria-pressed", "true");
});

test("a tap is either said to have failed or waits, when the scripts that would send it do not load @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await page.route("**/assets/tools-*.js", (route) => route.abort());
	await page.goto(dutyPage);
	await untilHydrated(page);
	const row = rowAt(page, 13);
	const before = await row.locator('button[aria-pressed="true"]').count();
	const tap = row.locator('button[name=status][aria-pressed="false"]').first();
	const status = (await tap.getAttribute("value")) ?? "";
	await tap.click();
	await expect(row.locator(".field-error")).toBeVisible();
	await expect(row.locator("[data-waits]")).toHaveCount(0);
	await page.unroute("**/assets/tools-*.js");
	await openDuty(page);
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await expect(buttonOf(page, 13, status)).toHaveAttribute("aria-pressed", "false");
	await expect(row.locator('button[aria-pressed="true"]')).toHaveCount(before);
});

test("taps wait over a reload, also those made before the page knows what waits, and an undo waits behind them @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await openDuty(page);
	await page.route("**/statuses?**", (route) =>
		route.request().method() === "POST" ? route.fulfill({ status: 503, body: "busy" }) : route.fallback(),
	);
	const waiting = rowAt(page, 5).locator("[data-waits]");
	const pressed = rowAt(page, 5).locator('button[aria-pressed="true"]');
	const before = (await pressed.count()) > 0 ? ((await pressed.getAttribute("value")) ?? "") : "";
	const [first = "", second = ""] = states.filter((state) => state !== before);
	const { height } = await boxOf(rowAt(page, 5));
	await buttonOf(page, 5, first).click();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "1");
	await expect(waiting).toHaveAttribute("value", first);
	await expect(buttonOf(page, 5, first)).toHaveAttribute("aria-pressed", "false");
	expect((await boxOf(rowAt(page, 5))).height).toBe(height);
	await expect(page.locator("#toasts .toast")).toHaveCount(0);

	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/tools-*.js", async (route) => {
		await held;
		return route.fallback();
	});
	await page.reload();
	await untilHydrated(page);
	await buttonOf(page, 5, second).click();
	release();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "2");
	await expect(waiting).toHaveAttribute("value", second);
	await page.locator(".undo-taps > form > button").click();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "3");
	await page.locator(".undo-taps > form > button").click();
	await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", "4");
	await page.unroute("**/statuses?**");
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await expect(waiting).toHaveCount(0);
	await page.reload();
	if (before) await expect(buttonOf(page, 5, before)).toHaveAttribute("aria-pressed", "true");
	else await expect(pressed).toHaveCount(0);
});

test("a tap after the session has ended waits for the login of its account @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await openDuty(page);
	await context.clearCookies({ name: "token" });
	const isHome = (await buttonOf(page, 7, "HOME").getAttribute("aria-pressed")) === "true";
	const status = isHome ? "FLYING" : "HOME";
	await buttonOf(page, 7, status).click();
	await expect(page.getByText(text("waiting.loginNeeded"))).toBeVisible();
	await signIn(context, "pilot@example.com");
	await page.goto("/statuses");
	await untilHydrated(page);
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await signIn(context, adminEmail);
	const arrived = listenToTaps(page);
	await openDuty(page);
	await expect.poll(() => arrived.size).toBe(1);
	await expect(buttonOf(page, 7, status)).toHaveAttribute("aria-pressed", "true");
});

test("a tap that the server fails on three times waits for its sender, and the others go on @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await openDuty(page);
	await page.clock.install();
	const arrived = listenToTaps(page);
	const id = (await rowAt(page, 8).getAttribute("id"))?.replace("status-", "") ?? "";
	const msg = text("server.something-went-wrong");
	await page.route("**/statuses?**", (route) =>
		route.request().postData()?.includes(id)
			? route.fulfill({ status: 500, json: { msg } })
			: route.fallback(),
	);
	const otherState = async (index: number) =>
		(await buttonOf(page, index, "HOME").getAttribute("aria-pressed")) === "true" ? "FLYING" : "HOME";
	const [status, other] = [await otherState(8), await otherState(9)];
	await buttonOf(page, 8, status).click();
	const note = rowAt(page, 8).locator(".waiting-note");
	await expect(page.locator("[data-waiting]")).toBeVisible();
	await buttonOf(page, 9, other).click();
	await expect(async () => {
		// Longer than the queue waits before it tries again by itself.
		await page.clock.fastForward("01:00");
		await expect(note).toContainText(msg, { timeout: 500 });
		expect(arrived.size).toBe(1);
	}).toPass();
	await expect(buttonOf(page, 9, other)).toHaveAttribute("aria-pressed", "true");
	await page.unroute("**/statuses?**");
	await note.getByRole("button", { name: text("waiting.tryAgain") }).click();
	await expect(buttonOf(page, 8, status)).toHaveAttribute("aria-pressed", "true");
	await expect(note).toHaveCount(0);
});

for (const failure of ["lost connection", "503"] as const) {
	test(`a flag after a ${failure} keeps its state, says so, and one tap tries again @scripts`, async ({
		page,
		context,
	}) => {
		await signIn(context, adminEmail);
		await page.goto("/starting-list");
		await untilQueueLoaded(page);
		const row = page.locator('[id^="entry-"]').nth(failure === "503" ? 3 : 4);
		const paid = row.getByRole("button", { name: text("startingList.flag.paid") });
		const before = await paid.getAttribute("aria-pressed");
		const timeRuns = await stopTime(page);
		await page.route("**/starting-list", (route) => {
			if (route.request().method() !== "POST") return route.fallback();
			return failure === "503" ? route.fulfill({ status: 503, body: "busy" }) : route.abort();
		});
		await paid.click();
		await expect(page.locator("[data-waiting]")).toBeVisible();
		await expect(paid).toHaveAttribute("data-waits", "");
		await expect(paid).toHaveAttribute("aria-pressed", before ?? "");
		await page.unroute("**/starting-list");
		await paid.click();
		await timeRuns();
		await expect(paid).toHaveAttribute("aria-pressed", before === "true" ? "false" : "true");
		await expect(page.locator("[data-waiting]")).toHaveCount(0);
	});
}
