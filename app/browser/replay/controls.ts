import { clockText, type ReplayClock, type StartMode } from "./replay-clock";
import type { ReplayTexts } from "./replay-data";

interface Handlers {
	/** Called with seconds of the clock. */
	readonly onTime: (time: number) => void;
	/** The slider was let go. */
	readonly onTimeChosen: () => void;
	readonly onPlay: () => void;
	readonly onSpeed: (speed: number) => void;
	readonly onMode: (mode: StartMode) => void;
	readonly onNumbers: (shown: boolean) => void;
}

/** A part of the stage that the server has made. @throws Error when it has not */
export function partOf<E extends HTMLElement = HTMLElement>(stage: HTMLElement, name: string): E {
	const found = stage.querySelector<E>(`[data-replay-${name}]`);
	if (!found) throw new Error(`The page has no ${name}`);
	return found;
}

/** Buttons, slider and choices of the page. */
export class Controls {
	private readonly slider: HTMLInputElement;
	private readonly play: HTMLButtonElement;
	private readonly clock: HTMLElement;
	private readonly together: HTMLInputElement;

	constructor(
		stage: HTMLElement,
		private readonly texts: ReplayTexts,
		handlers: Handlers,
	) {
		this.slider = partOf(stage, "time");
		this.play = partOf(stage, "play");
		this.clock = partOf(stage, "clock");
		this.together = partOf(stage, "together");
		const numbers = partOf<HTMLInputElement>(stage, "numbers");
		this.slider.oninput = () => handlers.onTime(Number(this.slider.value));
		this.play.onclick = handlers.onPlay;
		partOf(stage, "speed").onchange = ({ target }) => {
			if (target instanceof HTMLSelectElement) handlers.onSpeed(Number(target.value));
		};
		// After a drag, not while it lasts.
		this.slider.onchange = handlers.onTimeChosen;
		this.together.onchange = () => handlers.onMode(this.together.checked ? "together" : "real");
		numbers.onchange = () => handlers.onNumbers(numbers.checked);
	}

	write({ time, first, last, mode, isRunning }: ReplayClock): void {
		const text = clockText(time, mode);
		this.clock.textContent = text;
		this.slider.min = String(Math.floor(first));
		this.slider.max = String(Math.ceil(last));
		this.slider.value = String(Math.round(time));
		this.slider.setAttribute("aria-valuetext", text);
		this.together.checked = mode === "together";
		const label = isRunning ? this.texts.pause : this.texts.play;
		if (this.play.textContent !== label) this.play.textContent = label;
	}
}
