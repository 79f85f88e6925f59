import { expect, type Page, test } from "@playwright/test";
import { zipSync } from "fflate";
import { newestEdition } from "~editions/index";
import { largeLog } from "~test/support/zips";
import { igcFile } from "../../scripts/demo/igc-generator";
import { adminEmail, signIn } from "./accounts";
import { untilQueueLoaded } from "./hydration";
import { widthOf } from "./layout";
import { text } from "./texts";

const { from } = newestEdition().competition;

/** Of the form for several files. */
const input = "#many-logs";

/** The label of a pilot in the list. @param place of a journey's own */
async function pilotAt(page: Page, place: number): Promise<string> {
	return (await page.locator("#igc-form [name=pilot] option").nth(place).textContent()) ?? "";
}

/** A log that names its pilot by the start number. */
function logOf(label: string) {
	const [competitionNumber = ""] = label.split(" – ");
	const header = { competitionNumber, registration: "", pilot: "", recorder: "AXCSAAA" };
	const buffer = Buffer.from(igcFile({ date: from, fixes: 300, ...header }));
	return { name: `journey-${competitionNumber}.igc`, mimeType: "application/octet-stream", buffer };
}

test("an organiser sends the logs of several pilots, and stores them from the table", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	test.skip(javaScriptEnabled !== false, "there is one organiser, whose table the other run would store");
	await signIn(context, adminEmail);
	await page.goto("/igc?lng=cs");
	const pilots = await Promise.all([22, 23].map((place) => pilotAt(page, place)));
	const notes = { name: "journey.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
	await page.locator(input).setInputFiles([...pilots.map(logOf), notes]);
	await page.getByRole("button", { name: text("igc.many.form.submit") }).click();
	await expect(page).toHaveURL(/\/igc$/);
	await expect(page.getByText("journey.txt:")).toContainText(text("igc.refused.notIgc"));
	for (const label of pilots) {
		const row = page.getByRole("row").filter({ hasText: logOf(label).name });
		await expect(row.getByRole("combobox").first().locator("option:checked")).toHaveText(label);
		await expect(row).toContainText(text("igc.many.sign.number"));
	}
	// Years ahead of the demo, and kept beside its complaint.
	const received = page.getByLabel(text("igc.many.received"));
	await received.fill("2099-01-01T12:00");
	await page.getByRole("button", { name: text("igc.many.store") }).click();
	await expect(page.getByRole("alert").getByText(text("igc.many.received.ahead"))).toBeVisible();
	await expect(received).toHaveValue("2099-01-01T12:00");
	await received.fill("");
	await page.setViewportSize({ width: 320, height: 700 });
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
	await page.getByRole("button", { name: text("igc.many.store") }).click();
	for (const label of pilots) {
		const stored = page.getByRole("listitem").filter({ hasText: logOf(label).name });
		await expect(stored.getByRole("link")).toHaveAttribute("href", /^\/igc\/receipt\//);
	}
	await expect(page.getByText("journey.txt:")).toBeVisible();
	await page.getByRole("button", { name: text("igc.many.inTime") }).click();
	await expect(page.getByText(text("igc.many.done.inTime"))).toBeVisible();
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
});

test("an archive that is more than one request may read is read while the page is open @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await page.goto("/igc?lng=cs");
	await untilQueueLoaded(page);
	const files = Object.fromEntries([1, 2, 3].map((number) => [`large-${number}.igc`, largeLog(number)]));
	const buffer = Buffer.from(zipSync(files, { level: 1 }));
	await page.locator(input).setInputFiles([{ name: "large.zip", mimeType: "application/zip", buffer }]);
	await page.getByRole("button", { name: text("igc.many.form.submit") }).click();
	await expect(page).toHaveURL(/\/igc$/);
	for (const name of Object.keys(files)) {
		await expect(page.getByRole("rowheader").filter({ hasText: name })).toBeVisible();
	}
	await expect(page.locator('form[action$="/read"]')).toHaveCount(0);
});

test("files dropped on an organiser's form for one go into the form for several, and stay when a lost line comes back @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await page.goto("/igc?lng=cs");
	await untilQueueLoaded(page);
	const drop = (...names: string[]) =>
		page.locator("#igc-form .drop-zone").evaluate((zone, files) => {
			const dataTransfer = new DataTransfer();
			for (const name of files) dataTransfer.items.add(new File(["x"], name));
			zone.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
		}, names);
	const chosen = (selector: string) =>
		page.locator(selector).evaluate((element) => (element as HTMLInputElement).files?.length);
	await drop("a.igc", "b.igc");
	await expect(page.locator(input)).toBeFocused();
	expect([await chosen(input), await chosen("#igc-form [type=file]")]).toEqual([2, 0]);
	await drop("a.igc");
	const one = "#igc-form [type=file]";
	expect(await chosen(one)).toBe(1);
	const banner = page.locator(".offline-banner");
	await page.evaluate(`dispatchEvent(new Event("offline"))`);
	await expect(banner).toBeVisible();
	await page.evaluate(`dispatchEvent(new Event("online"))`);
	await expect(banner).toBeHidden();
	expect(await chosen(one)).toBe(1);
});
