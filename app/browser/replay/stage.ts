import { unpackFlights } from "~/lib/flights/replay/unpack-flights";
import { listenToButtons, listenToKeys, MovableMap } from "../movable-map";
import { Barogram } from "./barogram";
import { type Colours, colourOf, readColours } from "./canvas";
import { Controls, partOf } from "./controls";
import { emphasise } from "./emphasis";
import { firstView, type Glider, glidersOf } from "./flight";
import { MovingLayer } from "./moving-layer";
import { Ranking } from "./ranking";
import { ReplayClock, type StartMode } from "./replay-clock";
import { type ReplayData, readReplayData } from "./replay-data";
import { addressOf, Selection, showAsked } from "./shared-view";
import { type DrawnMap, readGround, StillLayer } from "./still-layer";

/** Brings the flights of a class onto the map. The page is complete without it, and stays as it is when they do not come. */
export async function startReplay(stage: HTMLElement): Promise<void> {
	const data = readReplayData(stage);
	try {
		const response = await fetch(data.pack);
		if (!response.ok || !response.body) throw new Error(`The flights were answered with ${response.status}`);
		const pack = response.body.pipeThrough(new DecompressionStream("gzip"));
		const bytes = new Uint8Array(await new Response(pack).arrayBuffer());
		const tracks = new Map(unpackFlights(bytes).map(({ id, track }) => [id, track]));
		const gliders = glidersOf(data, tracks);
		if (gliders.length > 0) new Stage(stage, data, gliders).begin();
	} catch {
		const message = stage.querySelector("[data-replay-message]");
		if (message) message.textContent = data.texts.failed;
	}
}

/** Device pixels of a CSS pixel; more cost time and show nothing. */
const sharpest = 2;
/** Milliseconds between two updates of texts and barogram. On the barogram a day is a few hundred pixels wide. */
const textInterval = 250;
/** Milliseconds between two pictures for readers who want less motion. */
const calmInterval = 1_000;
/** Milliseconds after the last zoom until the still layer is drawn sharply. */
const settleTime = 150;
/** Seconds by which a key moves the time. */
const keyStep = 10;

/** The button that gives the whole screen to the replay. Where a browser has none to give, the replay takes the window. */
function fillScreen(root: HTMLElement): void {
	const button = root.querySelector("[data-replay-full]");
	const fill = (isFull: boolean) => {
		root.toggleAttribute("data-full", isFull);
		button?.setAttribute("aria-pressed", String(isFull));
	};
	button?.addEventListener("click", () => {
		const isFull = !root.hasAttribute("data-full");
		fill(isFull);
		// Types say that every browser has it.
		const { requestFullscreen }: { requestFullscreen?: Element["requestFullscreen"] } = root;
		if (isFull) void requestFullscreen?.call(root).catch(() => undefined);
		else if (document.fullscreenElement) void document.exitFullscreen();
	});
	document.addEventListener("fullscreenchange", () => {
		if (!document.fullscreenElement) fill(false);
	});
	root.addEventListener("keydown", ({ key }) => {
		if (key === "Escape") fill(false);
	});
}

/** Map, barogram and ranking at one time. A picture is made when something asks for it, and with every frame while time runs. */
export class Stage {
	private readonly map: HTMLCanvasElement;
	private readonly strip: HTMLCanvasElement;
	private readonly svg: SVGSVGElement | null;
	private readonly clock: ReplayClock;
	private readonly still: StillLayer;
	private readonly moving: MovingLayer;
	private readonly barogram: Barogram;
	private readonly ranking: Ranking;
	private readonly selection: Selection;
	private readonly controls: Controls;
	private readonly view: MovableMap;
	private readonly reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
	private ground: DrawnMap = { shapes: [], task: [], names: [] };
	private colours: Colours;
	private followed: Glider | null = null;
	private withNumbers = true;
	private isFrameRequested = false;
	private lastFrame = 0;
	private lastTexts = 0;
	/** The first picture has ground and gliders alone: tracks and barogram take a phone half a second. */
	private isFirst = true;
	/** Paper and a closed part of the page have no room for the map. Names and colours are read when it is shown again. */
	private isHidden = true;
	/** Time at which the zoom has come to rest. */
	private settled = 0;

	constructor(
		private readonly root: HTMLElement,
		private readonly data: ReplayData,
		private readonly gliders: readonly Glider[],
	) {
		const { viewport, texts } = data;
		this.map = partOf(root, "map");
		this.strip = partOf(root, "barogram");
		this.svg = root.querySelector(".map-view");
		this.still = new StillLayer(this.map);
		this.moving = new MovingLayer(this.map);
		this.clock = new ReplayClock(gliders);
		showAsked(location.search, gliders, this.clock);
		this.colours = readColours(root);
		this.view = new MovableMap(this.map, {
			map: viewport,
			shown: firstView(gliders, data),
			margin: 24,
			topMargin: 60,
			mostZoom: 60,
			sharesWheel: false,
			onChange: this.viewMoved,
			onMove: () => this.follow(null),
		});
		this.barogram = new Barogram(this.strip, gliders, this.clock, (time) => this.moveTo(time));
		this.ranking = new Ranking(partOf(root, "ranking"), gliders, texts, {
			onFollow: (glider) => this.follow(glider === this.followed ? null : glider),
			onShow: () => this.shownChanged(),
		});
		this.ranking.check();
		this.selection = new Selection(root, gliders, texts, () => this.shownChanged());
		this.selection.update();
		this.controls = new Controls(root, texts, {
			onTime: (time) => this.moveTo(time),
			onTimeChosen: () => this.keepAddress(),
			onPlay: () => this.play(!this.clock.isRunning),
			onSpeed: (speed) => {
				this.clock.speed = speed;
			},
			onMode: (mode) => this.choose(mode),
			onNumbers: (shown) => {
				this.withNumbers = shown;
				this.requestFrame();
			},
		});
	}

	begin(): void {
		for (const part of this.root.querySelectorAll<HTMLElement>("[data-needs-script]")) part.hidden = false;
		this.root.dataset.running = "";
		this.resize();
		listenToKeys(this.map, this.press);
		listenToButtons(this.root, this.press);
		fillScreen(this.root);
		new ResizeObserver(() => this.resize()).observe(this.map);
		const repaint = () => this.repaint();
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
		new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
	}

	private shownChanged(): void {
		this.ranking.check();
		this.selection.update();
		this.keepAddress();
		this.recolour();
	}

	/** The address leads to what is shown, so that it can be shared. */
	private keepAddress(): void {
		history.replaceState(history.state, "", addressOf(new URL(location.href), this.gliders, this.clock));
	}

	/** @returns whether the key means something */
	private readonly press = (key: string): boolean => {
		if (key === " ") this.play(!this.clock.isRunning);
		else if (key === "." || key === ",") this.moveTo(this.clock.time + (key === "." ? keyStep : -keyStep));
		else if (!this.view.press(key)) return false;
		if (key === "0") this.follow(null);
		return true;
	};

	private play(runs: boolean): void {
		if (runs && this.clock.time >= this.clock.last) this.clock.moveTo(this.clock.first);
		this.clock.isRunning = runs;
		if (!runs) this.keepAddress();
		this.lastFrame = performance.now();
		this.lastTexts = 0;
		this.requestFrame();
	}

	private moveTo(time: number): void {
		this.clock.moveTo(time);
		this.lastTexts = 0;
		this.requestFrame();
	}

	private choose(mode: StartMode): void {
		this.clock.choose(mode, this.followed);
		this.keepAddress();
		this.redraw();
	}

	private follow(glider: Glider | null): void {
		if (glider === this.followed) return;
		this.followed = glider;
		if (glider) this.selection.follow(glider);
		this.recolour();
	}

	private readonly viewMoved = (): void => {
		this.settled = performance.now() + settleTime;
		this.requestFrame();
	};

	private resize(): void {
		const ratio = Math.min(sharpest, devicePixelRatio || 1);
		const { map, strip } = this;
		const size = { width: map.clientWidth, height: map.clientHeight, ratio };
		const wasHidden = this.isHidden;
		this.isHidden = size.width === 0 || size.height === 0;
		if (this.isHidden) return;
		this.view.resize(size.width, size.height);
		this.still.resize(size);
		this.moving.resize(size);
		this.barogram.resize({ width: strip.clientWidth, height: strip.clientHeight, ratio });
		if (wasHidden) this.repaint();
		else this.redraw();
	}

	/** The theme may have changed. */
	private repaint(): void {
		this.colours = readColours(this.root);
		if (this.svg) this.ground = readGround(this.svg);
		this.recolour();
	}

	private recolour(): void {
		emphasise(this.gliders, this.followed);
		this.moving.forget();
		this.ranking.colour((glider) => colourOf(glider, this.colours));
		this.redraw();
	}

	private redraw(): void {
		this.still.forget();
		this.barogram.forget();
		this.lastTexts = 0;
		this.requestFrame();
	}

	private requestFrame(): void {
		if (this.isFrameRequested) return;
		this.isFrameRequested = true;
		requestAnimationFrame(this.frame);
	}

	private readonly frame = (now: number): void => {
		this.isFrameRequested = false;
		// The reader has gone to another page, or to another class.
		if (!this.root.isConnected) return;
		const { clock } = this;
		const isEarly = this.reducedMotion.matches && clock.isRunning && now - this.lastFrame < calmInterval;
		if (!isEarly) {
			// A page that was hidden continues where it was.
			clock.run(Math.min(1, Math.max(0, now - this.lastFrame) / 1000));
			this.lastFrame = now;
			this.draw(now);
		}
		if (clock.isRunning || now < this.settled) this.requestFrame();
	};

	private draw(now: number): void {
		const { gliders, clock, colours, followed, still, ground } = this;
		const { viewport } = this.data;
		for (const glider of gliders) glider.seek(clock.timeOf(glider));
		if (followed) this.view.centre(followed.x, followed.y);
		const { current: view } = this.view;
		const lack = still.lacks(view);
		if (lack === "now" || (lack === "soon" && now >= this.settled)) {
			still.draw(view, { ground, viewport, gliders: this.isFirst ? [] : gliders, colours });
		}
		still.show(view);
		this.moving.draw(this.ranking.gliders, { followed, view, colours, withNumbers: this.withNumbers });
		if (this.isFirst) {
			this.isFirst = false;
			this.redraw();
			return;
		}
		if (now - this.lastTexts < textInterval) return;
		this.lastTexts = now;
		this.barogram.draw(followed, colours);
		this.controls.write(clock);
		this.ranking.update(followed);
	}
}
