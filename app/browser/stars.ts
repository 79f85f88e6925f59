import { onClick } from "./element";
import { request } from "./request";

/*
 * Pilots with a star: ids of entries, kept in this browser alone, so that they survive a new number. Whatever carries the id of such a
 * pilot is marked, its button is pressed, and home lists them first.
 */
const storageKey = "stars";
/** Milliseconds between two questions for news. */
const newsEvery = 60_000;

function stars(): string[] {
	const stored: unknown[] = [JSON.parse(localStorage.getItem(storageKey) ?? "[]")].flat();
	return stored.filter((id) => typeof id === "string");
}

/** Listens on the document, and changes attributes alone of what React renders. @throws where storage is forbidden */
export function keepStars(): void {
	stars();
	onClick("[data-star]", ({ dataset: { star: id = "" } }) => {
		const before = stars();
		const others = before.filter((one) => one !== id);
		localStorage.setItem(
			storageKey,
			JSON.stringify(others.length < before.length ? others : [...others, id]),
		);
		mark();
	});
	addEventListener("storage", mark);
	const content = document.querySelector("main");
	if (content) new MutationObserver(mark).observe(content, { childList: true, subtree: true });
	setInterval(() => document.hidden || void listOwn(stars()), newsEvery);
	mark();
}

function mark(): void {
	const starred = stars();
	for (const button of document.querySelectorAll<HTMLElement>("[data-star]")) {
		button.ariaPressed = String(starred.includes(button.dataset.star ?? ""));
	}
	for (const name of document.querySelectorAll<HTMLElement>("[data-pilot]")) {
		name.closest("tr, li")?.toggleAttribute("data-starred", starred.includes(name.dataset.pilot ?? ""));
	}
	const list = document.querySelector<HTMLElement>("[data-your-pilots]");
	if (list && list.dataset.yourPilots !== starred.join()) {
		list.dataset.yourPilots = starred.join();
		void listOwn(starred);
	}
}

/** Takes the lines of the starred pilots from the page of all. One who is gone has none. */
async function listOwn(starred: readonly string[]): Promise<void> {
	const section = document.querySelector<HTMLElement>("[data-your-pilots]");
	const list = section?.querySelector("ul");
	if (!section || !list) return;
	const page =
		starred.length > 0 &&
		(await request("/pilots", {
			read: async (body) => new DOMParser().parseFromString(await body.text(), "text/html"),
		}));
	if (page && !page.ok) return;
	const lines = page
		? [...page.value.querySelectorAll("li:has([data-pilot])")].filter((line) =>
				starred.includes(line.querySelector<HTMLElement>("[data-pilot]")?.dataset.pilot ?? ""),
			)
		: [];
	section.hidden = lines.length === 0;
	list.replaceChildren(...lines);
}
