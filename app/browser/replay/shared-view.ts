import type { Glider } from "./flight";
import { clockText, type ReplayClock, timeOfText } from "./replay-clock";
import type { ReplayTexts } from "./replay-data";

const plain = (number: string) => number.replaceAll(/\s/g, "").toUpperCase();

/** Shows what a link asks for: `?pilots=7K,U2&t=14:32:10`, with `&together` since the start of each. What nobody knows counts as none. */
export function showAsked(search: string, gliders: readonly Glider[], clock: ReplayClock): void {
	const asked = new URLSearchParams(search);
	const numbers = (asked.get("pilots") ?? "").split(",").map(plain);
	const shown = gliders.filter(({ flight }) => numbers.includes(plain(flight.number)));
	const placeOf = ({ flight }: Glider) => numbers.indexOf(plain(flight.number));
	if (shown.length > 0)
		showOnly(
			gliders,
			shown.toSorted((a, b) => placeOf(a) - placeOf(b)),
		);
	if (asked.has("together")) clock.choose("together");
	const time = timeOfText(asked.get("t") ?? "", clock);
	if (time !== null) clock.moveTo(time);
}

/** Shows these gliders. Two of them become a pair. */
function showOnly(gliders: readonly Glider[], shown: readonly Glider[]): void {
	for (const glider of gliders) {
		glider.isShown = shown.includes(glider);
		glider.pairPlace = null;
	}
	const [one, other, ...more] = shown;
	if (!one || !other || more.length > 0) return;
	one.pairPlace = 0;
	other.pairPlace = 1;
}

/** Those who are shown, a pair in its order. */
function shownOf(gliders: readonly Glider[]): readonly Glider[] {
	return gliders.filter(({ isShown }) => isShown).toSorted((a, b) => (a.pairPlace ?? 0) - (b.pairPlace ?? 0));
}

/** The address of what is shown. */
export function addressOf(url: URL, gliders: readonly Glider[], { time, mode }: ReplayClock): URL {
	const shown = shownOf(gliders);
	const { searchParams } = url;
	for (const name of ["pilots", "t", "together"]) searchParams.delete(name);
	const isPair = shown.some(({ pairPlace }) => pairPlace !== null);
	if (isPair || (shown.length > 0 && shown.length < gliders.length))
		searchParams.set("pilots", shown.map(({ flight }) => plain(flight.number)).join(","));
	searchParams.set("t", clockText(Math.max(0, time), mode).replace("+", ""));
	if (mode === "together") searchParams.set("together", "1");
	// Commas and colons may stand in an address, and people read it.
	url.search = url.search.replaceAll("%2C", ",").replaceAll("%3A", ":");
	return url;
}

/** The buttons that choose whom the replay shows: all, nobody, the two who were followed last. Two can be compared. */
export class Selection {
	private lastTwo: readonly Glider[] = [];
	private readonly pair: HTMLButtonElement | null;
	private readonly compare: HTMLAnchorElement | null;

	constructor(
		stage: HTMLElement,
		private readonly gliders: readonly Glider[],
		private readonly texts: ReplayTexts,
		onShow: () => void,
	) {
		this.pair = stage.querySelector("[data-replay-pair]");
		this.compare = stage.querySelector("[data-replay-compare]");
		const press = (name: string, shown: () => readonly Glider[]) =>
			stage.querySelector(`[data-replay-${name}]`)?.addEventListener("click", () => {
				showOnly(gliders, shown());
				onShow();
			});
		press("all", () => gliders);
		press("nobody", () => []);
		press("pair", () => this.lastTwo);
	}

	follow(glider: Glider): void {
		this.lastTwo = [...this.lastTwo.filter((one) => one !== glider), glider].slice(-2);
		const [one, other] = this.lastTwo;
		if (!this.pair || !one || !other) return;
		this.pair.hidden = false;
		this.pair.textContent = this.texts.pair
			.replace("{one}", one.flight.number)
			.replace("{other}", other.flight.number);
	}

	/** The link that compares two is there when two are shown. */
	update(): void {
		const [one, other, ...more] = shownOf(this.gliders);
		if (!this.compare) return;
		this.compare.hidden = !one || !other || more.length > 0;
		if (one && other) this.compare.search = `?a=${one.flight.log}&b=${other.flight.log}`;
	}
}
