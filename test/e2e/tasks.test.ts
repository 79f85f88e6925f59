import { expect, test } from "@playwright/test";
import { nameOfClass } from "~/lib/editions/classes";
import { formatDay } from "~/lib/i18n/format-dates";
import { newestEdition } from "~editions/index";
import { areaZones, cupFile } from "../support/task-files";
import { signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { widthOf } from "./layout";
import { sheetsOf } from "./printed";

/** A day of the demo that nobody flies. */
const date = newestEdition().competition.to;

/** Of an entry of `layout-shift`, what the types of browsers do not know. */
type Shift = PerformanceEntry & {
	readonly sources: readonly {
		readonly node: Node | null;
		readonly previousRect: DOMRectReadOnly;
		readonly currentRect: DOMRectReadOnly;
	}[];
};

/** Notes what of the page moves by itself once it is whole: while it comes in, a table grows with its rows. */
function noteShifts(): void {
	const shifts: string[] = [];
	const note = (entries: readonly PerformanceEntry[]) => {
		const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
		const wholeAt = loading?.domInteractive || Number.POSITIVE_INFINITY;
		for (const { startTime, sources } of entries as readonly Shift[]) {
			if (startTime < wholeAt) continue;
			for (const { node, previousRect, currentRect } of sources) {
				const what = node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent;
				const [from, to] = [previousRect, currentRect].map((rect) => JSON.stringify(rect));
				shifts.push(`${Math.round(startTime)} ms: ${what} ${from} → ${to}`);
			}
		}
	};
	const observer = new PerformanceObserver((list) => note(list.getEntries()));
	observer.observe({ type: "layout-shift", buffered: true });
	Object.assign(window, {
		shifts: () => {
			note(observer.takeRecords());
			return shifts;
		},
	});
}

test("an organiser uploads the task of a class, publishes it, and it is on the web and on one sheet", async ({
	page,
	context,
	browser,
	javaScriptEnabled,
}) => {
	// The two runs share one server.
	const type = javaScriptEnabled === false ? "18_meter" : "club";
	const name = nameOfClass(newestEdition(), type, "cs");
	await signIn(context, "admin@example.com");
	await page.addInitScript(noteShifts);
	await page.goto("/competition-days");
	const day = page.locator(`details[id="${date}"]`);
	await day.locator("summary").first().click();
	await day.getByRole("link", { name: `Úloha ${name}` }).click();
	if (javaScriptEnabled !== false) await untilHydrated(page);
	const file = cupFile(areaZones);
	const buffer = Buffer.from(await file.arrayBuffer());
	await page.getByLabel("Soubor s úlohou").setInputFiles({ name: file.name, mimeType: "text/plain", buffer });
	await page.getByRole("button", { name: "Nahrát návrh" }).click();
	await expect(page.getByRole("heading", { name: "Návrh, verze A" })).toBeVisible();
	if (javaScriptEnabled !== false) {
		// A page that moves when its message becomes a toast takes the button from under the pointer.
		await expect(page.locator("#toasts .toast")).toBeVisible();
		expect(await page.evaluate("shifts()")).toEqual([]);
	}
	await page.getByLabel(/Body, prostory i\spravidla níže jsou zkontrolované/).check();
	await page.getByRole("button", { name: "Zveřejnit verzi A" }).click();
	await expect(page.getByRole("heading", { name: "V platnosti, verze A" })).toBeVisible();
	await expect(page.getByRole("link", { name: "List úlohy k tisku" })).toBeVisible();
	await expect(page.getByRole("img", { name: "QR: tato úloha na webu" })).toBeVisible();

	const visitor = await browser.newContext(javaScriptEnabled === false ? { javaScriptEnabled } : {});
	const phone = await visitor.newPage();
	await phone.setViewportSize({ width: 390, height: 700 });
	await phone.goto("/");
	// A pair of distances breaks nowhere but in its middle.
	const setText = (size: string) => {
		document.documentElement.style.fontSize = size;
	};
	await phone.evaluate(setText, "34px");
	expect(await widthOf(phone)).toBeLessThanOrEqual(390);
	await phone.evaluate(setText, "");
	await phone.setViewportSize({ width: 320, height: 700 });
	const coming = phone.locator(".task-links > div", { hasText: formatDay(date, "cs") });
	await coming.getByRole("link", { name: `${name}: ` }).click();
	const section = phone.locator(`section[id="${type}"]`);
	await expect(section.getByRole("img")).toHaveAccessibleName(
		/Mapa úlohy.*Horní Lesnice – Dlouhý rybník.*Vzdušný prostor: řízený/,
	);
	expect(await widthOf(phone)).toBeLessThanOrEqual(320);
	await section.getByRole("link", { name: "List úlohy k tisku" }).click();
	await expect(phone.getByRole("img", { name: "QR: úloha do přístroje" })).toBeVisible();
	const print = phone.getByRole("button", { name: "Vytisknout" });
	if (javaScriptEnabled === false) await expect(print).toBeHidden();
	else {
		await phone.evaluate("window.print = () => { window.printed = true; }");
		await print.click();
		expect(await phone.evaluate("window.printed")).toBe(true);
	}
	expect(sheetsOf(await phone.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
	await visitor.close();
});
