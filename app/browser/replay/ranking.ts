import { element } from "../element";
import type { Glider } from "./flight";
import type { ReplayTexts } from "./replay-data";

interface Row {
	readonly glider: Glider;
	readonly item: HTMLLIElement;
	readonly show: HTMLInputElement;
	readonly follow: HTMLButtonElement;
	/** Changed as they are: new ones would take the browser ten times as long. */
	readonly gap: Text;
	readonly height: Text;
}

interface Handlers {
	readonly onFollow: (glider: Glider) => void;
	readonly onShow: () => void;
}

/**
 * The list of gliders by how far they are along the task, with the gap to the leader, the height, and the choice which gliders to
 * see and follow.
 */
export class Ranking {
	private byPlace: readonly Glider[];
	private readonly rows: readonly Row[];
	private readonly metres: Intl.NumberFormat;
	private readonly kilometres: Intl.NumberFormat;

	constructor(
		private readonly list: HTMLElement,
		gliders: readonly Glider[],
		private readonly texts: ReplayTexts,
		handlers: Handlers,
	) {
		const locale = document.documentElement.lang === "cs" ? "cs" : "en-GB";
		this.metres = new Intl.NumberFormat(locale);
		this.kilometres = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
		this.byPlace = gliders;
		this.rows = gliders.map((glider) => makeRow(glider, texts, handlers));
		for (const { item } of this.rows) list.appendChild(item);
	}

	/** The gliders by the places of the last update. */
	get gliders(): readonly Glider[] {
		return this.byPlace;
	}

	/** The colours of the theme, which no style viewport knows. */
	colour(colourOf: (glider: Glider) => string): void {
		for (const { glider, item } of this.rows) {
			const mark = item.querySelector<SVGElement>("circle");
			mark?.setAttribute("fill", colourOf(glider));
		}
	}

	update(followed: Glider | null): void {
		const standings = this.rows
			.map((row) => ({ row, flown: row.glider.flown }))
			.sort((a, b) => (b.flown ?? -1) - (a.flown ?? -1));
		this.byPlace = standings.map(({ row }) => row.glider);
		const leader = standings.find(({ row }) => !row.item.hidden)?.flown ?? null;
		for (const [place, { row, flown }] of standings.entries()) {
			const { glider, item, gap, height, follow } = row;
			setText(gap, this.gapText(glider, flown, leader));
			setText(height, glider.isInAir ? this.metresText(glider.height) : "");
			const pressed = String(glider === followed);
			if (follow.getAttribute("aria-pressed") !== pressed) follow.setAttribute("aria-pressed", pressed);
			if (this.list.children[place] !== item) this.move(item, place);
		}
	}

	/** The boxes say who is shown; a pair is listed alone. */
	check(): void {
		const hasPair = this.rows.some(({ glider }) => glider.pairPlace !== null);
		for (const { glider, item, show } of this.rows) {
			show.checked = glider.isShown;
			item.hidden = hasPair && glider.pairPlace === null;
		}
	}

	/** A moved element loses the focus. */
	private move(item: HTMLElement, place: number): void {
		const focused = item.contains(document.activeElement) ? document.activeElement : null;
		this.list.insertBefore(item, this.list.children[place] ?? null);
		if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
	}

	private metresText(height: number): string {
		return this.texts.metres.replace("{value}", this.metres.format(Math.round(height / 10) * 10));
	}

	private gapText(
		{ time, flight, first, last }: Glider,
		flown: number | null,
		leader: number | null,
	): string {
		const { finish, start } = flight;
		if (finish !== null && time >= finish) return this.texts.finished;
		if (time < first || time >= last) return this.texts.onGround;
		if (flown === null || leader === null) return start === null ? "" : this.texts.notStarted;
		if (flown >= leader) return this.texts.leads;
		return this.texts.kilometres.replace("{value}", this.kilometres.format((leader - flown) / 1000));
	}
}

const followLook =
	"flex min-h-11 cursor-pointer items-center gap-2 text-left leading-tight aria-pressed:bg-info-ground aria-pressed:font-bold";

const svgNamespace = "http://www.w3.org/2000/svg";

function makeRow(glider: Glider, texts: ReplayTexts, { onFollow, onShow }: Handlers): Row {
	const { number, name } = glider.flight;
	const show = element("input", {
		type: "checkbox",
		className: "size-5.5 flex-none accent-brand",
		checked: true,
		ariaLabel: `${texts.show} ${number}`,
	});
	show.onchange = () => {
		glider.isShown = show.checked;
		onShow();
	};
	const mark = document.createElementNS(svgNamespace, "svg");
	mark.setAttribute("class", "size-3.5 flex-none");
	mark.setAttribute("viewBox", "0 0 10 10");
	mark.appendChild(document.createElementNS(svgNamespace, "circle")).setAttribute("r", "4.5");
	mark.firstElementChild?.setAttribute("cx", "5");
	mark.firstElementChild?.setAttribute("cy", "5");
	const follow = element(
		"button",
		{ type: "button", className: followLook, title: `${texts.follow}: ${name}` },
		[
			mark,
			element("strong", {}, [number]),
			element("span", { className: "replay-name truncate whitespace-normal wrap-normal" }, [name]),
		],
	);
	follow.onclick = () => onFollow(glider);
	const [gap, height] = [document.createTextNode(""), document.createTextNode("")];
	const box = element("label", { className: "grid min-h-11 place-items-center" }, [show]);
	const cells = [gap, height].map((text) => element("span", {}, [text]));
	return { glider, item: element("li", {}, [box, follow, ...cells]), show, follow, gap, height };
}

function setText(node: Text, text: string): void {
	if (node.data !== text) node.data = text;
}
