import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { adminEmail, headersOf, otherAdmins, signIn } from "./accounts";
import { auditOf } from "./audit";
import { deskDays } from "./desk-days";
import { untilHydrated, untilQueueLoaded } from "./hydration";
import { numbersFrom } from "./random-numbers";
import { sentAgain } from "./requests";
import { soak } from "./soak";
import { textIn } from "./texts";

/*
 * One organiser taps rows as fast as they come while two others change the same rows and the line drops at random. Afterwards the
 * server, the desk and its undo agree, and nobody's status was replaced without a word.
 */

test.describe.configure({ mode: "serial" });

const date = deskDays.threeAtTheDesk;
const dutyPage = `/statuses?day=${date}&duty=on`;
const states = ["DNF", "FLYING", "OUTLANDING", "HOME"] as const;
/** Taps, in the soak tests as many as a busy desk makes in a minute. */
const taps = soak ? 60 : 30;
/** Rows that all three work in. */
const rows = 12;
const longestDelay = 700;

function anyOf<T>(list: readonly T[], next: () => number): T {
	return list[Math.floor(next() * list.length)] as T;
}

/** Answers to half of what the desk asks come late, in whatever order; while the line is down, forms get none. */
async function roughLine(page: Page, next: () => number) {
	const line = { down: false };
	await page.route(/\/statuses(?:\.data)?\?/, async (route) => {
		const isForm = route.request().method() === "POST";
		if (line.down && isForm) {
			// It may have arrived: only its answer is lost.
			if (next() < 0.5) await route.fetch().catch(() => undefined);
			return route.abort();
		}
		const late = next() < 0.5 ? next() * longestDelay : 0;
		const response = await route.fetch().catch(() => null);
		if (!response) return route.abort();
		await new Promise((resolve) => setTimeout(resolve, late));
		return route.fulfill({ response }).catch(() => undefined);
	});
	return line;
}

/** @returns sets a status as another organiser */
async function otherOrganiser(page: Page, email: string) {
	const headers = await headersOf(page.context(), email);
	return (id: string, status: string) =>
		page.request.put(`/api/competitorstatuses/${id}`, {
			data: { status },
			headers,
			...sentAgain,
		});
}

/** What the server holds, by the id of the status. */
async function storedStatuses(page: Page): Promise<Map<string, string>> {
	const days = (await (await page.request.get("/api/days", sentAgain)).json()) as {
		_id: string;
		date: string;
	}[];
	const day = days.find((one) => one.date.slice(0, 10) === date)?._id;
	const found = (await (await page.request.get(`/api/competitorstatuses/${day}`, sentAgain)).json()) as {
		_id: string;
		status: string;
	}[];
	return new Map(found.map(({ _id, status }) => [_id, status]));
}

/** What waits in the browser. */
function storedTaps(page: Page): Promise<unknown[]> {
	return page.evaluate(async () => {
		const opening = indexedDB.open("glidercup");
		await new Promise((resolve) => {
			opening.onsuccess = resolve;
		});
		const reading = opening.result.transaction("queue").objectStore("queue").getAll();
		await new Promise((resolve) => {
			reading.onsuccess = resolve;
		});
		opening.result.close();
		return reading.result.map(({ target, problem, label }) => ({ target, problem, label }));
	});
}

/** Every conflict was shown with both values, and is given up. */
async function discardConflicts(page: Page): Promise<void> {
	const discard = page.locator(".duty-row .waiting-note").getByRole("button", {
		name: textIn("cs", "waiting.discard"),
	});
	// The page may be drawn anew between the two.
	while ((await discard.count()) > 0)
		await discard
			.first()
			.click({ timeout: 1_000 })
			.catch(() => undefined);
}

async function runDesk(page: Page, context: BrowserContext, seed: number): Promise<void> {
	await signIn(context, adminEmail);
	const next = numbersFrom(seed);
	const others = await Promise.all(otherAdmins.map((email) => otherOrganiser(page, email)));
	const line = await roughLine(page, next);
	await page.goto(dutyPage);
	await untilQueueLoaded(page);
	const before = (await auditOf(page.request, "competitor-status.set")).length;
	const ids = (await page.locator(".duty-row").evaluateAll((all) => all.map(({ id }) => id)))
		.slice(0, rows)
		.map((id) => id.replace("status-", ""));
	for (let tap = 0; tap < taps; tap++) {
		if (next() < 0.15) line.down = !line.down;
		const changes = others.flatMap((set) =>
			next() < 0.2 ? [set(anyOf(ids, next), anyOf(states, next))] : [],
		);
		const button = `button[name=status][value="${anyOf(states, next)}"]`;
		// A toast stays as long as the mouse rests on it, and one may come where the last tap was.
		await page.mouse.move(0, 0);
		await page.locator(`#status-${anyOf(ids, next)} ${button}`).click();
		await Promise.all(changes);
	}
	line.down = false;
	await page.unrouteAll({ behavior: "wait" });
	await page.reload();
	await untilHydrated(page);
	await expect(async () => {
		await discardConflicts(page);
		expect(await storedTaps(page)).toEqual([]);
	}).toPass({ timeout: 90_000 });

	const stored = await storedStatuses(page);
	for (const id of ids) {
		const pressed = page.locator(`#status-${id} button[aria-pressed="true"]`);
		await expect(pressed).toHaveAttribute("value", stored.get(id) ?? "");
	}
	// Each change began with what the one before it had left: nobody's was replaced unseen. Rows of one moment have no order, so the
	// values are counted: each was left as often as it was set, but for the first one and the last.
	const made = (await auditOf(page.request, "competitor-status.set")).slice(before);
	const counts = new Map<string, number>();
	for (const { subject, changes } of made) {
		// Set to what it was.
		if (changes.length === 0) continue;
		const [from = "", to = ""] = changes
			.join()
			.replace(/^[^:]+: /, "")
			.split(" → ");
		counts.set(`${subject} ${from}`, (counts.get(`${subject} ${from}`) ?? 0) - 1);
		counts.set(`${subject} ${to}`, (counts.get(`${subject} ${to}`) ?? 0) + 1);
	}
	for (const id of ids) {
		const own = [...counts].filter(([value, count]) => value.startsWith(id) && count !== 0);
		const rest = own.map(([value, count]) => `${count} ${value.slice(id.length + 1)}`);
		expect(rest.filter((text) => !text.startsWith("-1 "))).toEqual(
			rest.length === 0 ? [] : [`1 ${stored.get(id)}`],
		);
		expect(rest.length, `${id}: ${rest}`).toBeLessThanOrEqual(2);
	}
	// The undo sets what stood before the last tap of its row.
	const undo = page.locator(".undo-taps > form > button");
	if ((await undo.count()) === 0) return;
	const [id, value] = [
		await page.locator('.undo-taps > form > input[name="id"]').inputValue(),
		await undo.getAttribute("value"),
	];
	const seen = await page.locator('.undo-taps > form > input[name="seen"]').inputValue();
	await undo.click();
	const row = page.locator(`#status-${id}`);
	if (stored.get(id) === seen) {
		await expect(row.locator('button[aria-pressed="true"]')).toHaveAttribute("value", value ?? "");
		return;
	}
	await expect(row.locator(".waiting-note")).toBeVisible();
	await discardConflicts(page);
}

for (let seed = 1; seed <= (soak ? 25 : 2); seed++) {
	test(`three at the desk over a line that drops: server, desk and undo agree, seed ${seed} @scripts`, async ({
		page,
		context,
	}) => {
		test.setTimeout(300_000);
		await runDesk(page, context, seed);
	});
}
