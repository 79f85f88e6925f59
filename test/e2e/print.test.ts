import { expect, type Page, test } from "@playwright/test";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { homeComer } from "~test/support/season";
import { statedTask } from "../support/stated-task";
import { signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { boxOf, measuredAll } from "./layout";
import { sheetsOf } from "./printed";
import { sentAgain } from "./requests";

test("what is printed begins with competition, page and date, with scripts with the time, and its tables are tables", async ({
	page,
	context,
	javaScriptEnabled,
}) => {
	const date = String.raw`\d{1,2}\.\s\d{1,2}\.\s\d{4}`;
	const when = javaScriptEnabled === false ? `${date}$` : `${date}.* \\d{1,2}:\\d{2}$`;
	await signIn(context, "pilot@example.com");
	// A4 with margins of 1 cm, which is narrower than a table on a screen may be.
	await page.setViewportSize({ width: 718, height: 1_000 });
	for (const [path, title] of [
		["/starting-list", "Startovní listina"],
		["/statuses", "Stav soutěžících: .+"],
		["/results?view=daily", ".+: .+"],
		["/registration", "Přihláška"],
	] as const) {
		await page.emulateMedia({ media: null });
		await page.goto(path);
		if (javaScriptEnabled !== false) await untilHydrated(page);
		await page.emulateMedia({ media: "print" });
		const head = page.locator(".print-head");
		await expect(head, path).toHaveText(new RegExp(`^${newestEdition().title} ${title} ${when}`));
		const first = await page.locator("body").innerText();
		expect(first.trim().startsWith(newestEdition().title), path).toBe(true);
		const rows = page.locator("main tbody tr");
		const layouts = await measuredAll(rows, (all) => all.map((row) => getComputedStyle(row).display));
		expect(new Set(layouts), path).toEqual(new Set(layouts.length > 0 ? ["table-row"] : []));
	}
});

/** A day of the demo without a task. */
const date = addDays(newestEdition().competition.from, 7);

/** Publishes a task with all rules and a long briefing. @param count of its areas @returns its id */
async function publishTask(page: Page, count: number, note: string | null): Promise<string> {
	const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value;
	const headers = { Authorization: `Bearer ${token}` };
	const days: { _id: string; date: string }[] = await (await page.request.get("/api/days", sentAgain)).json();
	const classes: { _id: string; type: string }[] = (
		await (await page.request.get("/api/registration/form", sentAgain)).json()
	).competitionClasses;
	const [start, area, finish] = [0, 1, 3].map((index) => statedTask().points[index]);
	const areas = Array.from({ length: count }, (_, index) => ({
		...area,
		name: `Otočný bod číslo ${index + 1} u lesa`,
		latitude: 49.5 + Math.sin(index) / 2,
		longitude: 16 + Math.cos(index * 1.3) / 2,
		zone: { shape: "ring", style: "symmetrical", radiusM: 20_000, innerRadiusM: 5_000, angleDeg: 80 },
	}));
	const data = {
		kind: "AAT",
		taskTimeS: 9_000,
		points: [start, ...areas, finish],
		rules: {
			startOpens: "12:45",
			startAltitudeM: 1_800,
			startSpeedKmh: 170,
			finishAltitudeM: 600,
			finishCloses: "18:30",
			logDeadlineS: 2_700,
			pev: { waitS: 600, windowS: 480, presses: 3 },
		},
		briefing: {
			gridTime: "11:30",
			firstLaunch: "12:00",
			qnhHpa: 1_018,
			inactiveAirspace: ["TSA 4", "LK R 9"],
			frequencies: "123.405 (závodní), 122.605 (Horní Lesnice INFO)",
			note,
		},
	};
	const place = `${days.find((day) => day.date === date)?._id}/${classes.find(({ type }) => type === "18_meter")?._id}`;
	const task: { _id: string } = await (
		await page.request.put(`/api/tasks/${place}`, { headers, data, ...sentAgain })
	).json();
	await page.request.patch(`/api/tasks/${task._id}`, { headers, data: { published: true }, ...sentAgain });
	return task._id;
}

const note =
	"Pozor na výcvik parašutistů v prostoru letiště mezi 14 a 15 h.\n\nPáska se otevírá 20 minut po vzletu.";

test("the sheet of a task with twelve points, all rules and a long briefing is one A4, that of six has a larger map @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, "admin@example.com");
	const map = page.locator(".map-view");
	let least = 0;
	for (const [areas, remark] of [
		[10, note],
		[4, null],
	] as const) {
		await page.emulateMedia({ media: null, colorScheme: "light" });
		await page.goto(`/tasks/${await publishTask(page, areas, remark)}/sheet`);
		await expect(page.getByRole("row")).toHaveCount(areas + 3);
		// Before the sheet is printed: while the browser goes back to the screen, shapes have no colours and no box.
		const ground = map.locator(".map-home").first();
		const light = await measuredAll(ground, ([shape]) => (shape ? getComputedStyle(shape).fill : ""));
		expect(sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
		await page.emulateMedia({ media: "print", colorScheme: "dark" });
		await expect(ground).toHaveCSS("fill", light);
		let width = 0;
		const measure = async () => {
			({ width } = await boxOf(map));
			return width;
		};
		await expect.poll(measure).toBeGreaterThan(least);
		least = width * 1.1;
	}
});

/** Of the club class on the first day: has missed a zone. */
const withFinding = 5;

test("the explained score of a flight with a finding is printed on one sheet, and so are the map and both barograms of a comparison @scripts", async ({
	page,
}) => {
	const { day, entry, logId } = homeComer("club", newestEdition().competition.from, withFinding);
	await page.goto(`/scores/${day.id}/${entry.id}`);
	await expect(page.locator(".score-table")).toHaveCount(2);
	expect(sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
	await page.goto(`/compare?a=${logId}`);
	await expect(page.locator(".compared .picture")).toHaveCount(2);
	await page.emulateMedia({ media: "print" });
	// The 190 mm and the 277 mm between the margins of A4.
	await page.setViewportSize({ width: 718, height: 1047 });
	// A name or, on a phone, a number.
	expect(await page.locator("th[scope=row] > span:visible + span:visible").count()).toBe(0);
	const last = await boxOf(page.locator(".compared .picture").last());
	expect(last.y + last.height).toBeLessThanOrEqual(1047);
});

test("the first three of the classes are printed on one sheet, its head included @scripts", async ({
	page,
}) => {
	await page.goto("/results");
	await expect(page.locator(".results-table")).toHaveCount(2);
	expect(sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
});

test("the results of a class of 31 are one A4 of a day and in total, every cell with its line, and no column is cut @scripts", async ({
	page,
}) => {
	const { day } = homeComer("club", newestEdition().competition.from);
	for (const path of [`/results?view=daily&day=${day.id}`, "/results?view=total"]) {
		await page.goto(path);
		// Other journeys add competitors.
		await expect(page.locator(".results-table tbody tr").nth(30)).toBeVisible();
		expect(sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true })), path).toBe(1);
		await page.emulateMedia({ media: "print" });
		// The 190 mm between the margins of A4.
		await page.setViewportSize({ width: 718, height: 1000 });
		const table = await boxOf(page.locator(".results-table"));
		expect(table.width, path).toBeLessThanOrEqual(718);
		// Neither a column that stays in place nor what follows the table covers a cell.
		await expect(page.locator(".results-table tbody th").last()).toHaveCSS("position", "static");
		const region = await boxOf(page.locator(".results-region"));
		expect(region.height, path).toBeGreaterThanOrEqual(table.height);
		await page.emulateMedia({ media: null });
	}
});

test("the signed sheets of a day and of nine days hold forty rows on one A4, and no column is cut @scripts", async ({
	page,
}) => {
	for (const path of [`/results/sheet/${newestEdition().competition.from}/club`, "/results/sheet/total/club"]) {
		await page.goto(path);
		const table = page.locator(".signed-table");
		await table.evaluate((shown, isTotal) => {
			const copy = (parent: Element | null, wanted: number, before: Element | null) => {
				const all = [...(parent?.children ?? [])].filter((child) => !isTotal || child !== before);
				for (let next = 0; parent && parent.children.length < wanted; next++) {
					const one = all[before ? all.length - 1 : next % all.length];
					if (one) parent.insertBefore(one.cloneNode(true), before);
				}
			};
			// Place, number, name, nation and glider, nine days, points.
			if (isTotal) for (const row of shown.querySelectorAll("tr")) copy(row, 15, row.lastElementChild);
			copy(shown.querySelector("tbody"), 40, null);
		}, path.includes("total"));
		expect(sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true })), path).toBe(1);
		await page.emulateMedia({ media: "print" });
		// The 190 mm between the margins of A4.
		await page.setViewportSize({ width: 718, height: 1000 });
		expect((await boxOf(table)).width, path).toBeLessThanOrEqual(718);
		await page.emulateMedia({ media: null });
	}
});
