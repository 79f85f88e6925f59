import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { igcFile } from "../../scripts/demo/igc-generator";
import { adminEmail, demoPassword, signIn } from "./accounts";
import { untilQueueLoaded } from "./hydration";
import { sentAgain } from "./requests";
import { text } from "./texts";

/*
 * A day from the grid to the last light, on phones. Three land out: one has no line, one telephones, one stands in the same field and is
 * reported by a crew whose phone runs no scripts. One says nothing.
 */

const phone = { viewport: { width: 390, height: 844 }, locale: "cs-CZ", timezoneId: "Europe/Prague" };
test.use(phone);

const date = addDays(newestEdition().competition.from, 6);
const field = { latitude: 49.9, longitude: 15.1 };

interface Status {
	readonly _id: string;
	readonly name: string;
	readonly surname: string;
	readonly glider: { readonly startNumber: string };
}

async function statusesOf(request: APIRequestContext) {
	const days = (await (await request.get("/api/days", sentAgain)).json()) as { _id: string; date: string }[];
	const day = days.find((one) => one.date.slice(0, 10) === date)?._id ?? "";
	const all = (await (await request.get(`/api/competitorstatuses/${day}`, sentAgain)).json()) as Status[];
	return { day, all };
}

/** As the form of a report names a pilot. */
const labelOf = ({ name, surname, glider }: Status) => `${glider.startNumber} – ${surname} ${name}`;

/** Draws every class and launches it by one tap each. */
async function launchAll(page: Page): Promise<void> {
	await page.goto(`/grid?day=${date}`);
	await untilQueueLoaded(page);
	const classes = page.locator("section[aria-labelledby^=grid-]");
	for (const one of await classes.all()) {
		await one.getByRole("button", { name: text("grid.draw"), exact: true }).click();
		await expect(one.getByRole("button", { name: text("grid.launchRow", { row: "1" }) })).toBeVisible();
		await one.getByRole("button", { name: /: vzlet \d+ kluzá/ }).click();
		await expect(one).toContainText(text("grid.allLaunched"));
	}
}

const pilotField = (page: Page) => page.locator("select[name=pilot]");

/** @param pilot null for the own report */
async function report(page: Page, pilot: Status | null, fields: Readonly<Record<string, string>>) {
	if (pilot) await pilotField(page).selectOption({ label: labelOf(pilot) });
	await page.locator("input[name=condition][value=well]").check();
	for (const [name, value] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(value);
	await page.getByRole("button", { name: text("outlanding.report.submit") }).click();
}

/** @returns brings the line back */
async function reportWithoutLine(context: BrowserContext, page: Page) {
	await page.goto("/outlandings/report");
	await untilQueueLoaded(page);
	await context.setOffline(true);
	await report(page, null, { position: "49.71, 15.41" });
	await expect(page.locator(".waiting-note")).toBeVisible();
	return () => context.setOffline(false);
}

test("forty launch, three land out, one says nothing: at last light one row is red, and its sheet names two @scripts", async ({
	page,
	context,
	browser,
	baseURL,
}) => {
	test.setTimeout(300_000);
	await signIn(context, adminEmail);
	const phones = { ...phone, ...(baseURL && { baseURL }) };
	const [pilots, crews] = [
		await browser.newContext(phones),
		await browser.newContext({ ...phones, javaScriptEnabled: false }),
	];
	await signIn(pilots, "pilot@example.com");
	await page.goto(`/statuses?day=${date}&duty=on`);
	const make = page.getByRole("button", { name: /^Doplnit|^Založit/ });
	if ((await make.count()) > 0) await make.first().click();
	await launchAll(page);

	const { day, all } = await statusesOf(context.request);
	expect(all.length).toBeGreaterThanOrEqual(40);
	const pilotPage = await pilots.newPage();
	const back = await reportWithoutLine(pilots, pilotPage);
	const own = await pilotField(pilotPage).locator("option:checked").innerText();
	const others = all.filter((status) => labelOf(status) !== own);
	const [called, beside, silent, ...rest] = others;
	if (!called || !beside || !silent) throw new Error("too few pilots");

	await page.goto("/outlandings/report");
	await report(page, called, { position: "49.6543, 15.3321", phone: "+33 6 12 34 56 78" });
	await expect(page.getByText(text("outlanding.reported"))).toBeVisible();

	const crew = await crews.newPage();
	await crew.goto("/outlandings/report");
	await crew.getByText(text("outlanding.where.known")).click();
	await crew.locator("select[name=sameAs]").selectOption({ index: 1 });
	await report(crew, beside, {});
	await expect(crew.getByText(text("outlanding.proposed"))).toBeVisible();
	await crew.goto("/outlandings/report");

	await back();
	await expect(pilotPage.locator(".waiting-note")).toHaveCount(0);
	const account = { email: adminEmail, password: demoPassword };
	const { token } = await (await context.request.post("/api/auth", { data: account, ...sentAgain })).json();
	const headers = { Authorization: `Bearer ${token}` };
	for (const { _id } of rest) {
		const home = { data: { status: "HOME" }, headers, ...sentAgain };
		await expect(await context.request.put(`/api/competitorstatuses/${_id}`, home)).toBeOK();
	}
	const near = rest.slice(0, 2);
	for (const one of near) {
		const pilot =
			(await pilotField(crew)
				.locator("option", { hasText: labelOf(one) })
				.getAttribute("value")) ?? "";
		const bytes = igcFile({ date, fixes: 1500, start: "11:00:00", flight: field, pilot });
		const igc = { name: "log.igc", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
		const sent = await context.request.post("/api/igc", {
			multipart: { pilot, day, igc },
			headers,
			...sentAgain,
		});
		expect(sent.status()).toBe(201);
	}

	// The crew's word waits beside the row, and one tap confirms it.
	const desk = `/statuses?day=${date}&duty=on`;
	const red = page.locator("section.notice-danger li");
	await page.goto(desk);
	await expect(red).toHaveCount(2);
	await page.getByRole("link", { name: text("desk.missing.proposals") }).click();
	await page.getByRole("button", { name: text("outlanding.confirm") }).click();
	await expect(page.getByRole("button", { name: text("outlanding.confirm") })).toHaveCount(0);
	await page.goto(desk);
	await expect(red).toHaveCount(1);
	await expect(red).toContainText(silent.glider.startNumber);
	await page.goto(`/statuses?day=${date}&view=board`);
	await expect(page.locator(".chip-danger")).toHaveCount(1);

	await page.goto(desk);
	await red.getByRole("link", { name: text("desk.missing.sheet") }).click();
	await page.locator("input[name=position]").fill(`${field.latitude}, ${field.longitude}`);
	await page.locator("input[name=time]").fill("13:05");
	await page.locator("input[name=source]").fill("OGN");
	await page.getByRole("button", { name: text("overdue.note") }).click();
	const named = page.locator(".near-flights li");
	await expect(named).toHaveCount(2);
	for (const { glider } of near) await expect(named.filter({ hasText: glider.startNumber })).toHaveCount(1);
	await Promise.all([pilots.close(), crews.close()]);
});
