import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { igcFile } from "../../scripts/demo/igc-generator";
import { adminEmail, signIn } from "./accounts";
import { auditOf } from "./audit";
import { deskDays } from "./desk-days";
import { signal } from "./held-answers";
import { untilHydrated, untilQueueLoaded } from "./hydration";
import { stopTime } from "./page-time";
import { text } from "./texts";

/* Forms with typed text, sent while the line is lost: they wait in the browser and arrive once. */

async function open(page: Page, context: BrowserContext, path: string): Promise<void> {
	await signIn(context, adminEmail);
	await page.goto(path);
	await untilQueueLoaded(page);
}

/** Opens the page of the news with the form of an item unfolded. */
async function openNews(page: Page, context: BrowserContext): Promise<void> {
	await open(page, context, "/news");
	await page.locator("details:has(#news-form)").evaluate((fold: HTMLDetailsElement) => {
		fold.open = true;
	});
}

/** Loses every form until it is called again. */
async function loseForms(page: Page): Promise<() => Promise<void>> {
	await page.route("**/*", (route) =>
		route.request().method() === "POST" ? route.abort() : route.fallback(),
	);
	return () => page.unroute("**/*");
}

test("two news items written without a line wait beside an empty form and are published once @scripts", async ({
	page,
	context,
}) => {
	const titles = [crypto.randomUUID(), crypto.randomUUID()];
	await openNews(page, context);
	const timeRuns = await stopTime(page);
	const comesBack = await loseForms(page);
	const title = page.locator("#news-form [name=title]");
	for (const [index, one] of titles.entries()) {
		await title.fill(one);
		await page.locator("#news-form [name=body]").fill("Start v 10:30.");
		await page.locator("#news-form .button-primary").click();
		await expect(title).toHaveValue("");
		await expect(page.locator("[data-waiting]")).toHaveAttribute("data-waiting", String(index + 1));
	}
	await comesBack();
	await page
		.locator("main .waiting-note")
		.getByRole("button", { name: text("waiting.tryAgain") })
		.first()
		.click();
	await timeRuns();
	for (const one of titles) await expect(page.getByRole("heading", { name: one })).toHaveCount(1);
	await expect(page.locator("main .waiting-note")).toHaveCount(0);
	await page.reload();
	await expect(title).toHaveValue("");
	for (const one of titles) await expect(page.getByRole("heading", { name: one })).toHaveCount(1);
});

async function write(page: Page, title: string): Promise<void> {
	await page.locator("#news-form [name=title]").fill(title);
	await page.locator("#news-form [name=body]").fill("Start v 10:30.");
	await page.locator("#news-form .button-primary").click();
}

test("a form that another tab sends is shown as sent @scripts", async ({ page, context }) => {
	await openNews(page, context);
	const other = await context.newPage();
	await openNews(other, context);
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	let posts = 0;
	await page.route("**/*", async (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		posts += 1;
		await held;
		return route.fallback();
	});
	await write(page, crypto.randomUUID());
	await expect.poll(() => posts).toBe(1);
	const title = crypto.randomUUID();
	await write(other, title);
	release();
	await expect(other.getByRole("heading", { name: title })).toHaveCount(1);
	await expect(other.locator("#toasts .toast-success").first()).toBeVisible();
	expect(posts).toBe(2);
});

test("a refused form shows its page though another one is still on its way @scripts", async ({
	page,
	context,
}) => {
	await openNews(page, context);
	const other = await context.newPage();
	await openNews(other, context);
	const refusing = signal();
	let posts = 0;
	await page.route("**/news*", async (route) => {
		const sent = route.request();
		if (sent.method() !== "POST" || sent.isNavigationRequest()) return route.fallback();
		posts += 1;
		// The other one gets no answer.
		if (posts > 1) return;
		await refusing.sent;
		await route.fulfill({ status: 400, json: { msg: "no" } });
	});
	const title = crypto.randomUUID();
	await write(page, title);
	await expect.poll(() => posts).toBe(1);
	await write(other, crypto.randomUUID());
	await expect.poll(() => other.evaluate(countStored)).toBe(2);
	refusing.send();
	await expect(page.getByRole("heading", { name: title })).toHaveCount(1);
});

/** Runs in the page. */
function countStored(): Promise<number> {
	return new Promise((resolve) => {
		const opening = indexedDB.open("glidercup");
		opening.onsuccess = () => {
			const counting = opening.result.transaction("queue").objectStore("queue").count();
			counting.onsuccess = () => resolve(counting.result);
		};
	});
}

test("a form goes out while a log is still on its way, and what fails beside it tries the log once more @scripts", async ({
	page,
	context,
}) => {
	await open(page, context, "/igc");
	const lost = signal();
	await page.route("**/igc/upload*", async (route) => {
		await lost.sent;
		await route.abort();
	});
	let uploads = 0;
	context.on("request", (request) => {
		if (request.url().includes("/igc/upload")) uploads += 1;
	});
	await page.locator("select[name=pilot]").selectOption({ index: 1 });
	await page.locator("select[name=day]").selectOption({ index: 1 });
	const buffer = Buffer.from(igcFile({ date: newestEdition().competition.from, fixes: 60 }));
	await page
		.locator("#igc-form input[name=igc]")
		.setInputFiles({ name: "large.igc", mimeType: "application/octet-stream", buffer });
	await page.locator("#igc-form [type=submit]").click();
	await expect.poll(() => uploads).toBe(1);
	const other = await context.newPage();
	await openNews(other, context);
	const title = crypto.randomUUID();
	await write(other, title);
	await expect(other.getByRole("heading", { name: title })).toHaveCount(1);
	await stopTime(other);
	await loseForms(other);
	for (const waiting of [1, 2, 3]) {
		await write(other, crypto.randomUUID());
		await expect(other.locator("[data-waiting]")).toHaveAttribute("data-waiting", String(waiting));
	}
	lost.send();
	// Behind all that have asked for it.
	await other.evaluate(() => navigator.locks.request("queue-logs", () => undefined));
	expect(uploads).toBe(2);
});

test("a day saved without a line waits, and its answer lost on the way is no conflict @scripts", async ({
	page,
	context,
}) => {
	const date = addDays(newestEdition().competition.from, 8);
	await open(page, context, `/competition-days#${date}`);
	const day = page.locator(`[id="${date}"]`);
	const earlier = (await auditOf(page.request, "competition-day.update")).length;
	let arrived = 0;
	const timeRuns = await stopTime(page);
	await page.route("**/competition-days*", async (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		arrived += 1;
		await route.fetch();
		await route.abort();
	});
	await day.evaluate((fold: HTMLDetailsElement) => {
		fold.open = true;
	});
	const address = `https://tracking.example.com/${crypto.randomUUID()}`;
	await day.locator("input[type=url]").first().fill(address);
	await day.locator("form [type=submit]").first().click();
	await expect(day.locator(".waiting-note")).toBeVisible();
	expect(arrived).toBeGreaterThan(0);
	await page.unroute("**/competition-days*");
	await day
		.locator(".waiting-note")
		.getByRole("button", { name: text("waiting.tryAgain") })
		.click();
	await timeRuns();
	await expect(day.locator(".waiting-note")).toHaveCount(0);
	expect(await auditOf(page.request, "competition-day.update")).toHaveLength(earlier + 1);
	await page.reload();
	await expect(day.locator("input[type=url]").first()).toHaveValue(address);
});

test("a page that still looks for what was left sends a form no second time by itself @scripts", async ({
	page,
	context,
}) => {
	// A call for the queue before the form is sent gets the same queue as the form.
	await page.addInitScript(() => {
		const { locks } = navigator;
		const request = locks.request.bind(locks) as (name: string, then: () => unknown) => Promise<unknown>;
		let release = () => {};
		const formAsks = new Promise<void>((resolve) => {
			release = resolve;
		});
		const held = async (name: string, then: () => unknown) => {
			if ("formIsSent" in document.documentElement.dataset) release();
			await formAsks;
			return request(name, then);
		};
		Object.assign(locks, { request: held });
	});
	await openNews(page, context);
	await stopTime(page);
	await loseForms(page);
	let posts = 0;
	page.on("request", (sent) => {
		if (sent.method() === "POST") posts += 1;
	});
	await page.locator("#news-form [name=title]").fill(crypto.randomUUID());
	await page.locator("#news-form [name=body]").fill("Start v 10:30.");
	await page.evaluate(() => {
		document.documentElement.dataset.formIsSent = "";
	});
	await page.locator("#news-form .button-primary").click();
	const note = page.locator("main .waiting-note");
	await expect(note).toBeVisible();
	// Behind all that have asked for it.
	await page.evaluate(() => navigator.locks.request("queue", () => undefined));
	expect(posts).toBe(1);
	const press = (key: string) => note.getByRole("button", { name: text(key) }).click();
	// Refused later, and looked at while the line is lost again: what was typed stays.
	await page.unroute("**/*");
	await page.route("**/news*", (route) => route.fulfill({ status: 400, json: { msg: "no" } }));
	await press("waiting.tryAgain");
	await expect(note).toContainText("no");
	await page.route("**/api", (route) => route.abort());
	await press("waiting.check");
	await expect(page.locator("#toasts")).toContainText(text("news.add.error"));
	await press("waiting.discard");
	await expect(note).toHaveCount(0);
});

test("a message sent without a line waits and goes out once @scripts", async ({ page, context }) => {
	await signIn(context, adminEmail);
	await page.goto("/users#message");
	await untilHydrated(page);
	const subject = crypto.randomUUID();
	await page.locator("#message").evaluate((fold: HTMLDetailsElement) => {
		fold.open = true;
	});
	await page.locator("#message-form [name=to]").selectOption({ index: 1 });
	await page.locator("#message-form [name=subject]").fill(subject);
	await page.locator("#message-form [name=body]").fill("Sraz v 9:00.");
	await page.locator("#message-form [type=submit]").click();
	const preview = page.locator("section", { has: page.locator("#preview-title") });
	await expect(preview).toBeVisible();
	await untilQueueLoaded(page);
	const timeRuns = await stopTime(page);
	const comesBack = await loseForms(page);
	await preview.locator("[type=submit]").click();
	await expect(preview.locator(".waiting-note")).toBeVisible();
	await comesBack();
	await preview
		.locator(".waiting-note")
		.getByRole("button", { name: text("waiting.tryAgain") })
		.click();
	await timeRuns();
	await expect(preview).toHaveCount(0);
	const sent = (await auditOf(page.request, "message.send")).filter(({ changes }) =>
		changes.join().includes(subject),
	);
	expect(sent).toHaveLength(1);
});

test("a log that an account has left waiting is not shown to another one, and goes out once as its own @scripts", async ({
	page,
	context,
}) => {
	const bytes = igcFile({
		date: newestEdition().competition.from,
		fixes: 300,
		signed: true,
		pilot: "Two accounts",
	});
	const log = (name: string) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
	const upload = async (name: string, pilot: number) => {
		await page.locator("select[name=pilot]").selectOption({ index: pilot });
		await page.locator("select[name=day]").selectOption({ index: 1 });
		await page.locator("input[name=igc]").setInputFiles(log(name));
		await page.locator("#igc-form [type=submit]").click();
	};
	const openAs = async (email: string) => {
		await signIn(context, email);
		await page.goto("/igc");
		await untilQueueLoaded(page);
	};
	const account = () => page.evaluate(() => document.documentElement.dataset.account ?? "");
	/** Accounts whose logs have reached the server. */
	const senders: string[] = [];
	page.on("response", (response) => {
		const request = response.request();
		if (request.method() === "POST") senders.push(request.headers()["x-account"] ?? "");
	});
	const uploads = page.locator("#uploads");

	await openAs("pilot@example.com");
	const pilot = await account();
	const comesBack = await loseForms(page);
	await upload("57g-of-the-pilot.igc", 13);
	await expect(uploads).toContainText("57g-of-the-pilot.igc");

	// The other account shows nothing of it.
	await openAs("novice@example.com");
	const novice = await account();
	expect(novice).not.toBe(pilot);
	await comesBack();
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await upload("57g-of-the-novice.igc", 11);
	await expect(page).toHaveURL(/\/igc\/receipt\/[\w-]+/);
	await page.goto("/igc");
	await page.waitForLoadState("networkidle");
	await expect(page.locator("body")).not.toContainText("57g-of-the-pilot.igc");
	// Each log went once, by nobody's account: its ticket says whose it is.
	expect(senders).toEqual(["visitor", ""]);

	await openAs("pilot@example.com");
	await expect(page.locator("[data-waiting]")).toHaveCount(0);
	await expect(uploads).toContainText("57g-of-the-pilot.igc");
	await page.reload();
	await page.waitForLoadState("networkidle");
	expect(senders).toEqual(["visitor", ""]);
});

test.describe("by the service worker", () => {
	test.use({ serviceWorkers: "allow" });

	test("what waits is sent by Background Sync, where the page itself cannot @scripts", async ({
		page,
		context,
	}) => {
		await open(page, context, `/statuses?day=${deskDays.backgroundSync}&duty=on`);
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
		const row = page.locator(".duty-row").nth(1);
		const pressed = await row.locator('button[value="HOME"]').getAttribute("aria-pressed");
		const status = pressed === "true" ? "FLYING" : "HOME";
		await loseForms(page);
		await row.locator(`button[value="${status}"]`).click();
		const id = await row.getAttribute("id");
		// The browser has stored it: the page has failed to send it, or the service worker was faster.
		const sent = row.locator(`button[value="${status}"][aria-pressed="true"]`);
		await expect(page.locator("[data-waiting]").or(sent).first()).toBeVisible();
		await page.close();
		const later = await context.newPage();
		await expect(async () => {
			await later.goto(`/statuses?day=${deskDays.backgroundSync}&duty=on`);
			await expect(later.locator(`#${id} button[value="${status}"]`)).toHaveAttribute("aria-pressed", "true");
		}).toPass();
	});
});
