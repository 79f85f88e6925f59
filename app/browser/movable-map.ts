/**
 * A part of a map in a picture: a place of the map is `scale * place + offset` in the picture. A canvas counts in CSS pixels, an SVG
 * in the units of its view box.
 */
export interface View {
	readonly scale: number;
	readonly x: number;
	readonly y: number;
}

/** A part of the map, in its units. */
export interface MapPart {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

export interface Point {
	readonly x: number;
	readonly y: number;
}

interface Size {
	readonly width: number;
	readonly height: number;
}

interface MovableMapOptions {
	/** Size of the whole map in its units. */
	readonly map: Size;
	/** The part of the map that the first view shows. */
	readonly shown: MapPart;
	/** Margin in units of the picture around the part that the first view shows. Buttons may stand in the upper margin. */
	readonly margin: number;
	readonly topMargin: number;
	/** How many times closer the closest view is than the one that shows most. */
	readonly mostZoom: number;
	/** Whether the page scrolls over the map until somebody presses it. */
	readonly sharesWheel: boolean;
	/** Called after every change of the view. */
	readonly onChange: () => void;
	/** Called when a person moves the map, which ends following. */
	readonly onMove?: () => void;
	/** Called with the place of the map that a mouse hovers over, or a pointer presses without dragging. */
	readonly onPoint?: (place: Point) => void;
}

const zoomStep = 1.5;
/** Share of the shorter side of the picture by which an arrow key moves the map. */
const moveShare = 0.15;
/** Zoom for each pixel by which a wheel turns. */
const wheelSpeed = 0.002;
/** CSS pixels; a pointer that has gone less far presses, and does not drag. */
const slack = 6;

/** The view of a map that people move: by pointers, two fingers, wheel and keys. */
export class MovableMap {
	current: View = { scale: 1, x: 0, y: 0 };
	private size: Size = { width: 1, height: 1 };
	/** Pointers on the map, in coordinates of the window. */
	private readonly pointers = new Map<number, Point>();
	/** CSS pixels since the first pointer came down. */
	private travelled = 0;
	/** Whether the first view is shown, and nobody has moved the map since. */
	private isWhole = true;
	private hasWheel: boolean;

	constructor(
		/** A canvas or an SVG. */
		private readonly picture: Element & GlobalEventHandlers,
		private readonly options: MovableMapOptions,
	) {
		this.hasWheel = !options.sharesWheel;
		picture.addEventListener("pointerdown", this.pressed);
		picture.addEventListener("pointermove", this.dragged);
		picture.addEventListener("pointerup", this.released);
		picture.addEventListener("pointercancel", this.cancelled);
		picture.addEventListener("pointerleave", this.left);
		picture.addEventListener("wheel", this.wheeled, { passive: false });
		picture.addEventListener("dblclick", (event: MouseEvent) => this.zoom(zoomStep, this.inPicture(event)));
	}

	/** The first view stays shown; on a map that was moved, what was in the middle stays there. */
	resize(width: number, height: number): void {
		const { current, size } = this;
		this.size = { width, height };
		if (this.isWhole) {
			this.fit();
			return;
		}
		const middle = {
			x: (size.width / 2 - current.x) / current.scale,
			y: (size.height / 2 - current.y) / current.scale,
		};
		this.current = { ...current, scale: this.allowed(current.scale) };
		this.centre(middle.x, middle.y);
	}

	/** Moves a place of the map into the middle, as far as the map reaches. The caller draws the map. */
	centre(x: number, y: number): void {
		const { width, height } = this.size;
		const { scale } = this.current;
		this.current = this.covering({ scale, x: width / 2 - scale * x, y: height / 2 - scale * y });
	}

	/** @returns whether the key moves the map */
	press(key: string): boolean {
		const step = moveShare * Math.min(this.size.width, this.size.height);
		const moves: Readonly<Record<string, () => void>> = {
			"+": () => this.zoom(zoomStep),
			"=": () => this.zoom(zoomStep),
			"-": () => this.zoom(1 / zoomStep),
			"0": () => this.fit(),
			ArrowLeft: () => this.move(step, 0),
			ArrowRight: () => this.move(-step, 0),
			ArrowUp: () => this.move(0, step),
			ArrowDown: () => this.move(0, -step),
		};
		const act = moves[key];
		act?.();
		return act !== undefined;
	}

	/** Shows the first view. */
	private fit(): void {
		this.isWhole = true;
		const { margin, topMargin, shown } = this.options;
		const { left, right, top, bottom } = shown;
		this.current = { ...this.current, scale: this.allowed(this.fitting()) };
		const higher = (topMargin - margin) / 2 / this.current.scale;
		this.centre((left + right) / 2, (top + bottom) / 2 - higher);
		this.options.onChange();
	}

	/** @param around what stays where it is in the picture */
	private zoom(factor: number, around: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
		const { scale: before, x, y } = this.current;
		const scale = this.allowed(before * factor);
		const change = scale / before;
		this.set({ scale, x: around.x - (around.x - x) * change, y: around.y - (around.y - y) * change });
	}

	/** The scale at which the first view is in the picture. */
	private fitting(): number {
		const { width, height } = this.size;
		const { margin, topMargin, shown } = this.options;
		const { left, right, top, bottom } = shown;
		return Math.min((width - 2 * margin) / (right - left), (height - topMargin - margin) / (bottom - top));
	}

	private allowed(scale: number): number {
		const { width, height } = this.size;
		const { map, mostZoom } = this.options;
		const least = Math.max(width / map.width, height / map.height);
		return Math.min(mostZoom * least, Math.max(least, scale));
	}

	/** Nothing is drawn beyond the edges of the map, so they stay outside; a map that is too small stands in the middle. */
	private covering({ scale, x, y }: View): View {
		const { width, height } = this.size;
		const within = (offset: number, length: number, room: number) =>
			room > scale * length
				? (room - scale * length) / 2
				: Math.min(0, Math.max(room - scale * length, offset));
		return {
			scale,
			x: within(x, this.options.map.width, width),
			y: within(y, this.options.map.height, height),
		};
	}

	private set(view: View): void {
		this.isWhole = false;
		this.current = this.covering(view);
		this.options.onChange();
	}

	private move(x: number, y: number): void {
		this.options.onMove?.();
		this.set({ ...this.current, x: this.current.x + x, y: this.current.y + y });
	}

	private inPicture({ clientX, clientY }: MouseEvent): Point {
		const { left, top, width } = this.picture.getBoundingClientRect();
		const units = this.size.width / width;
		return { x: (clientX - left) * units, y: (clientY - top) * units };
	}

	/** CSS pixels between two places of the picture. */
	private pixelsBetween(one: Point, other: Point): number {
		const pixels = this.picture.getBoundingClientRect().width / this.size.width;
		return pixels * Math.hypot(one.x - other.x, one.y - other.y);
	}

	private point(event: PointerEvent): void {
		const { scale, x, y } = this.current;
		const at = this.inPicture(event);
		this.options.onPoint?.({ x: (at.x - x) / scale, y: (at.y - y) / scale });
	}

	private readonly pressed = (event: PointerEvent): void => {
		this.picture.setPointerCapture(event.pointerId);
		if (this.pointers.size === 0) this.travelled = 0;
		this.pointers.set(event.pointerId, this.inPicture(event));
		this.hasWheel = true;
	};

	private readonly dragged = (event: PointerEvent): void => {
		const before = this.pointers.get(event.pointerId);
		if (!before) {
			if (event.pointerType === "mouse") this.point(event);
			return;
		}
		const now = this.inPicture(event);
		const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
		this.pointers.set(event.pointerId, now);
		this.travelled += this.pixelsBetween(now, before);
		if (other) {
			const apart = (finger: Point) => Math.max(1, this.pixelsBetween(finger, other));
			this.zoom(apart(now) / apart(before), other);
		} else if (this.travelled > slack) {
			this.move(now.x - before.x, now.y - before.y);
		}
	};

	private readonly released = (event: PointerEvent): void => {
		if (this.travelled <= slack) this.point(event);
		this.pointers.delete(event.pointerId);
	};

	private readonly cancelled = ({ pointerId }: PointerEvent): void => {
		this.pointers.delete(pointerId);
	};

	private readonly left = (): void => {
		this.hasWheel = !this.options.sharesWheel;
	};

	private readonly wheeled = (event: WheelEvent): void => {
		if (!this.hasWheel && !event.ctrlKey) return;
		event.preventDefault();
		this.zoom(Math.exp(-event.deltaY * wheelSpeed), this.inPicture(event));
	};
}

/** Gives the keys pressed on a part of the page to what understands them. */
export function listenToKeys(part: HTMLElement, press: (key: string) => boolean): void {
	part.addEventListener("keydown", (event) => {
		const { key, ctrlKey, metaKey, altKey } = event;
		if (!ctrlKey && !metaKey && !altKey && press(key)) event.preventDefault();
	});
}

/** Makes buttons that stand for a key do what the key does. */
export function listenToButtons(part: HTMLElement, press: (key: string) => boolean): void {
	for (const button of part.querySelectorAll<HTMLElement>("[data-map-key]"))
		button.addEventListener("click", () => press(button.dataset.mapKey ?? ""));
}
