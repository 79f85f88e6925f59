import { expect, type Page, test } from "@playwright/test";
import { nameOfClass } from "~/lib/editions/classes";
import { editionOfYear, newestEdition } from "~editions/index";
import { sampleContest } from "~test/fakes/soaring-spot-dataset";
import { adminEmail, logIn, signIn } from "./accounts";
import { expectAccessible } from "./axe";
import { boxOf, measured, widthOf } from "./layout";

const viewer = "https://www.soaringspot.com/**";

/** Stands in for the map viewer, which is not ours. */
function standInForViewer(page: Page) {
	return page.route(viewer, (route) =>
		route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Flight</title><p>Flight" }),
	);
}

test("a visitor goes from the top to a day and plays a flight of it", async ({ page, javaScriptEnabled }) => {
	await standInForViewer(page);
	await page.goto("/results");
	await expect(page.locator("tr.podium-1")).toHaveCount(2);
	const map = page.locator("#map");
	await expect(map).toHaveCount(0);

	const choose = async (menu: string, choice: string | RegExp) => {
		await page.locator(".results-choices summary", { hasText: menu }).click();
		await page.locator(".results-choices").getByRole("link", { name: choice }).click();
	};
	await choose("Zobrazení výsledků", "Denní výsledky");
	await page
		.getByRole("navigation", { name: "Dny soutěže" })
		.getByRole("link", { name: /^Den 1/ })
		.click();
	// A table with reasons of penalties, too, is as wide as the page.
	await expect(page.locator("td.sentence").first()).toBeVisible();
	expect(await measured(page, () => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
		0,
	);
	await page
		.getByRole("link", { name: /^Přehrát let(?!y)/ })
		.first()
		.click();
	await expect(page).toHaveURL(/flight=\d+#map$/);
	// Not by its box, which has another height as long as the style sheet is on its way.
	await expect(map).toHaveCSS("height", "630px");
	await expect(page.frameLocator("#map iframe").getByText("Flight")).toBeVisible();
	await expect(page.getByRole("link", { name: "Otevřít let na SoaringSpotu" })).toBeVisible();
	if (javaScriptEnabled !== false) await expectAccessible(page);
});

test("on a phone the first row is high up and unfolds by the keyboard alone, nothing scrolls sideways, and the head sticks, also above rows of 40 px on a wide screen", async ({
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 800 });
	await page.goto("/results?view=daily");
	const row = page.locator("tbody tr").first();
	const box = await boxOf(row);
	const choices = page.locator(".results-choices");
	// Long names of classes take a line of choices more.
	const more = (await boxOf(choices)).height - (await boxOf(choices.locator("summary").first())).height;
	expect(box.y + box.height - more).toBeLessThanOrEqual(540);
	const speed = row.locator('td[data-label^="Rychlost"]');
	await expect(speed).toBeHidden();
	await row.locator("summary").focus();
	await page.keyboard.press("Enter");
	await expect(speed).toBeVisible();
	expect(await widthOf(page)).toBeLessThanOrEqual(390);
	const last = page.locator("tbody tr").last();
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 600 });
		await last.scrollIntoViewIfNeeded();
		await expect(row).not.toBeInViewport();
		await expect(page.locator("thead th").nth(1)).toBeInViewport();
	}
	expect((await boxOf(row)).height).toBeLessThanOrEqual(41);
});

test("results come from SoaringSpot by the organisers' button and can be played", async ({
	browser,
	baseURL,
}) => {
	const port = Number(new URL(baseURL ?? "").port);
	const contest = sampleContest();
	for (const { tasks } of contest.classes) {
		// The edition of 2024, where nobody else looks: its days with a task are 6 and 13 July.
		tasks.splice(0, tasks.length, ...tasks.filter(({ date }) => date === "2025-07-12"));
		for (const task of tasks) task.date = "2024-07-06";
	}
	await fetch(`http://127.0.0.1:${port + 1}/__control/contest`, {
		method: "PUT",
		body: JSON.stringify(contest),
	});
	const page = await browser.newPage({ baseURL: `http://2024.localhost:${port}` });
	await standInForViewer(page);
	await logIn(page, adminEmail);
	await page.goto("/admin/scoring");
	await page.getByRole("button", { name: "Načíst teď" }).click();
	await expect(page.locator(".notice-title", { hasText: "Výsledky jsou načtené" })).toBeVisible();

	await page.goto("/results?view=daily");
	await page
		.getByRole("navigation", { name: "Dny soutěže" })
		.getByRole("link", { name: /^Den 2/ })
		.click();
	const row = page.getByRole("row", { name: /Jan Vzorný/ });
	await row.getByRole("link", { name: /^Přehrát let(?!y)/ }).click();
	await expect(page.locator("#map iframe")).toHaveAttribute(
		"src",
		new RegExp(`/${editionOfYear(2024)?.contestId}-10541334700$`),
	);
	await expect(page.frameLocator("#map iframe").getByText("Flight")).toBeVisible();
});

test("an organiser sees what a file holds before it becomes the table", async ({ page, context }) => {
	await signIn(context, adminEmail);
	await page.goto("/admin/scoring");
	const choose = async (text: string) => {
		await page
			.locator("select[name=competitionClass]")
			.selectOption({ label: nameOfClass(newestEdition(), "18_meter", "cs") });
		// The day whose task was cancelled: nobody else sees its results.
		const day = await page.locator("select[name=day] option", { hasText: "Den 4" }).getAttribute("value");
		await page.locator("select[name=day]").selectOption(day);
		await page.locator("select[name=status]").selectOption("official");
		const file = { name: "results.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
		await page.locator("input[name=file]").setInputFiles(file);
		await page.getByRole("button", { name: "Zkontrolovat soubor" }).click();
	};
	await choose("cn;name;points\nA;Adam Novák;mnoho\n");
	await expect(page.getByText("Řádek 2: Body musí být nezáporné číslo")).toBeVisible();
	await choose("cn;name;points\nA;Adam Novák;987,5\n");
	await expect(page.getByRole("row", { name: /Adam Novák/ })).toContainText("987,5");
	// Whichever of the journeys with and without scripts comes second finds the other's results on that day.
	await page.getByRole("button", { name: /^(Uložit|Nahradit) výsledky$/ }).click();
	await expect(page.getByText("Zapsán výsledek 1 soutěžícího.").first()).toBeVisible();
});
