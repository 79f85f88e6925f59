import { expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { homeComer } from "~test/support/season";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { measured, measuredAll, widthOf } from "./layout";
import { adminPages, pilotPages, visitorPages } from "./pages";
import { soak } from "./soak";

/* What can be tapped is 44 px wide and high, or has so much room around it as WCAG 2.5.8 asks for. */

test.describe.configure({ timeout: soak ? 900_000 : 120_000 });

const firstDay = newestEdition().competition.from;

/** Results of a day whose flights can be played: the table with the most columns. */
const flown = `/results?view=daily&day=${homeComer("club", firstDay).day.id}`;

const some = [
	...["/", "/days/5", "/results", flown, "/statuses"],
	...["/starting-list", "/documents", "/igc", "/pilots/7K", "/days"],
];

/**
 * Targets that are smaller than 44 px and of which a circle of 24 px in their middle touches another target, or the circle of another
 * small one. A link within a sentence may be smaller; so may what the browser draws itself.
 */
function crowded(): string[] {
	const apart = 24;
	const large = 44;
	interface Target {
		readonly name: string;
		readonly box: DOMRect;
		readonly element: Element;
	}
	const isInSentence = (element: Element) =>
		getComputedStyle(element).display === "inline" &&
		[...(element.parentElement?.childNodes ?? [])].some(
			(node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ""),
		);
	/** Neither the head of cards nor what has been scrolled out of its region. */
	const isCut = (element: Element, { x, y, width, height }: DOMRect) => {
		for (let at = element.parentElement; at; at = at.parentElement) {
			const { clipPath, overflowX, overflowY } = getComputedStyle(at);
			const { left, right, top, bottom } = at.getBoundingClientRect();
			const [middleX, middleY] = [x + width / 2, y + height / 2];
			const isOutside = middleX < left || middleX > right || middleY < top || middleY > bottom;
			if (clipPath !== "none" || (isOutside && `${overflowX} ${overflowY}` !== "visible visible"))
				return true;
		}
		return false;
	};
	/** A label is a part of what it names. */
	const tapped = (element: Element) => {
		const label = element.closest("label") ?? (element as HTMLInputElement).labels?.[0];
		return label && element.matches("[type=checkbox], [type=radio]") ? label : element;
	};
	const targets = [
		...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])"),
	].flatMap((element): Target[] => {
		const box = tapped(element).getBoundingClientRect();
		const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
		if (!isSeen || box.width < 2 || box.height < 2 || element.matches(".skip-link, :disabled")) return [];
		if (element.closest("svg, [inert]") || isInSentence(element) || isCut(element, box)) return [];
		return [
			{
				name: (element.textContent || element.ariaLabel || element.tagName).trim().slice(0, 30),
				box,
				element,
			},
		];
	});
	const middle = ({ box }: Target) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
	const isSmall = ({ box }: Target) => Math.min(box.width, box.height) < large - 0.5;
	const isTiny = ({ box }: Target) => Math.min(box.width, box.height) < apart;
	return targets.filter(isSmall).flatMap((one) => {
		const { x, y } = middle(one);
		const near = targets.find((other) => {
			if (other.element === one.element || tapped(other.element) === tapped(one.element)) return false;
			if (isTiny(other) && isTiny(one)) {
				const place = middle(other);
				return Math.hypot(place.x - x, place.y - y) < apart - 0.5;
			}
			// A link of two lines does not reach where its last line has ended.
			return [...tapped(other.element).getClientRects()].some((box) => {
				const across = Math.max(box.left - x, x - box.right, 0);
				const down = Math.max(box.top - y, y - box.bottom, 0);
				return Math.hypot(across, down) < apart / 2 - 0.5;
			});
		});
		return near ? [`“${one.name}” is near “${near.name}”`] : [];
	});
}

async function complaints(page: Page, paths: readonly string[], width: number): Promise<string[]> {
	await page.setViewportSize({ width, height: 800 });
	const found: string[] = [];
	for (const path of paths) {
		await page.goto(path);
		await untilHydrated(page);
		found.push(...(await measured(page, crowded)).map((one) => `${path} at ${width} px: ${one}`));
		const wide = await widthOf(page);
		if (wide > width) found.push(`${path} is ${wide} px wide at ${width} px`);
	}
	return found;
}

for (const width of soak ? [320, 390, 768, 1280] : [390, 1280]) {
	test(`what can be tapped has its size or its room, and no page scrolls to the side, at ${width} px @scripts`, async ({
		page,
		context,
	}) => {
		const found = await complaints(page, soak ? [...visitorPages, flown] : some, width);
		if (soak) {
			await signIn(context, "pilot@example.com");
			found.push(...(await complaints(page, pilotPages, width)));
			await context.clearCookies();
			await signIn(context, adminEmail);
			found.push(...(await complaints(page, adminPages, width)));
		}
		expect(found).toEqual([]);
	});
}

test("the menu, what unfolds and the links that stand alone before an organiser have 44 px on a phone @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, adminEmail);
	await page.setViewportSize({ width: 320, height: 800 });
	const found: string[] = [];
	for (const [path, alone] of [
		["/admin", ".attention a, [aria-labelledby^='pages-'] a, [popovertarget='site-menu']"],
		["/admin/settings", "main li a"],
		["/outlandings", "main a[href^='geo:'], main a[href*='openstreetmap'], main summary"],
		["/grid", "main summary"],
		["/admin/scoring", "main td a"],
		[`/admin/scoring/${firstDay}/club`, "main a[href*='decide=']"],
	] as const) {
		await page.goto(path);
		const small = await measuredAll(page.locator(alone), (links) =>
			links.flatMap((link) => {
				const { width, height } = link.getBoundingClientRect();
				const isSeen = link.checkVisibility({ visibilityProperty: true });
				// A word of three letters is as wide as it is.
				const least = link.matches("button") ? Math.min(width, height) : height;
				return isSeen && least < 43.5 ? [`${link.textContent?.trim()}: ${width} × ${height}`] : [];
			}),
		);
		found.push(...small.map((one) => `${path}: ${one}`));
		const wide = await widthOf(page);
		if (wide > 320) found.push(`${path} is ${wide} px wide`);
	}
	expect(found).toEqual([]);
});
