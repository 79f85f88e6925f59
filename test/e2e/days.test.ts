import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { unzipSync } from "fflate";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { igcFile } from "../../scripts/demo/igc-generator";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { widthOf } from "./layout";
import { mailTo } from "./mails";
import { sentAgain } from "./requests";
import { text } from "./texts";

/** The pilot of the demo. */
const pilot = { email: "pilot@example.com", startNumber: "7K", surname: "Hradecký", name: "Jakub" };

/** Training days before the competition, one for each way to run the journey, so that both can run at once. */
const { from } = newestEdition().competition;
const dates = { scripts: addDays(from, -2), plain: addDays(from, -3) } as const;

/** A second try finds the day of the first. */
async function addTrainingDay(page: Page, date: string): Promise<void> {
	const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value;
	const response = await page.request.post("/api/days", {
		headers: { Authorization: `Bearer ${token}` },
		data: { name: `Trénink ${date}`, date, task: "NO_TASK" },
		...sentAgain,
	});
	expect([201, 400]).toContain(response.status());
}

async function announceTask(page: Page, date: string): Promise<void> {
	await page.goto(`/competition-days#${date}`);
	const day = page.locator(`details[id="${date}"]`);
	if ((await day.getAttribute("open")) === null) await day.locator("summary").click();
	await day.locator("select[name=task]").selectOption("TASK");
	await day.locator("input[name=email]").check();
	await day.getByRole("button", { name: text("competitionDays.save") }).click();
	await expect(page.getByText(text("competitionDays.update.success")).first()).toBeVisible();
	await expect(day.locator("summary .chip")).toHaveText(text("competitionDay.task.TASK"));
	const mail = await mailTo(page, pilot.email, `/statuses?day=${date}`);
	expect(mail.subject).toContain(text("competitionDay.task.TASK"));
}

async function setStatuses(page: Page, date: string): Promise<void> {
	await page.setViewportSize({ width: 390, height: 800 });
	await page.goto(`/statuses?day=${date}`);
	const buttons = page.getByRole("group", { name: `${pilot.startNumber} ${pilot.name} ${pilot.surname}` });
	await expect(buttons).toHaveCount(0);
	await page.getByRole("link", { name: text("statuses.duty.start") }).click();
	for (const status of ["FLYING", "OUTLANDING"]) {
		const button = buttons.getByRole("button", { name: text(`competitorStatus.${status}`) });
		const answered = page.waitForResponse((response) => response.request().method() === "POST");
		await button.click();
		await answered;
		await expect(button).toHaveAttribute("aria-pressed", "true");
	}
	expect(await widthOf(page)).toBeLessThanOrEqual(390);
	await page.getByRole("link", { name: text("statuses.duty.end") }).click();
	await expect(buttons).toHaveCount(0);
	await page.setViewportSize({ width: 1280, height: 800 });
}

/** Sends a log as somebody without an account. */
async function sendLog(page: Page, dayId: string, log: Uint8Array): Promise<void> {
	const label = `${pilot.startNumber} – ${pilot.surname} ${pilot.name}`;
	await page.locator("select[name=pilot]").selectOption({ label });
	await page.locator("select[name=day]").selectOption(dayId);
	const file = { name: "57gv6ms1.igc", mimeType: "application/octet-stream", buffer: Buffer.from(log) };
	await page.locator("input[name=igc]").setInputFiles(file);
	await page.getByRole("button", { name: text("igc.form.submit"), exact: true }).click();
}

async function downloadBy(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
	const coming = page.waitForEvent("download");
	await page.getByRole("button", { name: button }).click();
	const file = await coming;
	return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("a day from its task to the logs in the organisers' hands", async ({
	page,
	context,
	browser,
	javaScriptEnabled,
}) => {
	test.setTimeout(180_000);
	const scripts = javaScriptEnabled !== false;
	const date = scripts ? dates.scripts : dates.plain;
	await signIn(context, adminEmail);
	await addTrainingDay(page, date);
	await announceTask(page, date);
	await setStatuses(page, date);

	const days: { _id: string; date: string }[] = await (await page.request.get("/api/days", sentAgain)).json();
	const dayId = days.find((day) => day.date === date)?._id ?? "";
	const flown = { date, fixes: 300, competitionNumber: pilot.startNumber } as const;
	const anonymous = await browser.newContext();
	const visitor = await anonymous.newPage();
	await visitor.goto("/igc");
	await sendLog(visitor, dayId, igcFile({ ...flown, signed: false }));
	await expect(visitor.getByText(text("igc.warning.noSignature"))).toBeVisible();
	const corrected = Buffer.from(igcFile({ ...flown, signed: true }));
	await visitor.getByRole("link", { name: text("igc.receipt.another") }).click();
	await sendLog(visitor, dayId, corrected);
	await expect(visitor.getByText(text("igc.submit.superseded")).first()).toBeVisible();
	await anonymous.close();

	await page.goto(`/igc?day=${dayId}`);
	if (scripts) await untilHydrated(page);
	const row = page.getByRole("row", { name: `${pilot.name} ${pilot.surname}` });
	await expect(row.getByText(text("igc.label.edited"), { exact: true })).toBeVisible();
	const one = await downloadBy(
		page,
		text("igc.download.of", { pilot: `${pilot.startNumber} ${pilot.surname}` }),
	);
	expect(one.name).toBe(`${date}_${pilot.startNumber}.igc`);
	expect(one.bytes.equals(corrected)).toBe(true);
	const all = await downloadBy(page, text("igc.day.archive"));
	expect(all.name).toBe(`igc-${date}.zip`);
	const members = unzipSync(all.bytes);
	// In the folder of its class, apart from those that score.
	const member = `unconfirmed/club/${one.name}`;
	expect(Object.keys(members)).toEqual([member]);
	expect(corrected.equals(members[member] ?? new Uint8Array())).toBe(true);

	const answered = page.waitForResponse((response) => response.request().method() === "POST");
	await row.getByRole("button", { name: text("igc.flag.processed") }).click();
	await answered;
	await page.goto(`/igc?day=${dayId}`);
	await expect(row.getByText(text("igc.label.processed"), { exact: true })).toBeVisible();
	await expect(row.getByText(text("igc.label.downloaded"), { exact: true })).toBeVisible();
});
