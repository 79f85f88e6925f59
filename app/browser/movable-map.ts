/** A part of the viewport on a canvas: a place of the viewport is `scale * place + offset` on the canvas, in CSS pixels. */
export interface View {
	readonly scale: number;
	readonly x: number;
	readonly y: number;
}

/** A part of the viewport, in its units. */
export interface Box {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

/** Compared with the least zoom, at which the viewport covers the canvas. */
const mostZoom = 60;
/** CSS pixels around what is fitted into the canvas; buttons stand in the upper one. */
const margin = 24;
const topMargin = 60;
/** By which a key or button zooms, and of the canvas by which an arrow moves. */
const zoomStep = 1.5;
const moveShare = 0.15;
/** Of a wheel's turn in pixels. */
const wheelSpeed = 0.002;

/** The view of a map that people move: by pointers, wheel and keys. */
export class MovingView {
	current: View = { scale: 1, x: 0, y: 0 };
	/** Of the canvas, in CSS pixels. */
	private size = { width: 1, height: 1 };
	private readonly pointers = new Map<number, { x: number; y: number }>();
	/** Whether the first view is shown, and nobody has moved the map since. */
	private isWhole = true;

	/**
	 * @param viewport its width and height
	 * @param shown what `fit` shows
	 * @param onChange called after every move
	 * @param onMove called when a person moves the map, which ends following
	 */
	constructor(
		private readonly canvas: HTMLCanvasElement,
		private readonly viewport: { readonly width: number; readonly height: number },
		private readonly shown: Box,
		private readonly onChange: () => void,
		private readonly onMove: () => void,
	) {
		canvas.addEventListener("pointerdown", this.pressed);
		canvas.addEventListener("pointermove", this.dragged);
		canvas.addEventListener("pointerup", this.released);
		canvas.addEventListener("pointercancel", this.released);
		canvas.addEventListener("wheel", this.wheeled, { passive: false });
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

	/** Shows the first view. */
	fit(): void {
		this.isWhole = true;
		const { left, right, top, bottom } = this.shown;
		this.current = { ...this.current, scale: this.allowed(this.fitting()) };
		const higher = (topMargin - margin) / 2 / this.current.scale;
		this.centre((left + right) / 2, (top + bottom) / 2 - higher);
		this.onChange();
	}

	/** Puts a place of the viewport into the middle, as far as the viewport reaches; whoever asks for it draws. */
	centre(x: number, y: number): void {
		const { width, height } = this.size;
		const { scale } = this.current;
		this.current = this.covering({ scale, x: width / 2 - scale * x, y: height / 2 - scale * y });
	}

	/** @param x @param y of the canvas, where the map stays as it is */
	zoom(factor: number, x = this.size.width / 2, y = this.size.height / 2): void {
		const { scale: before, x: left, y: top } = this.current;
		const scale = this.allowed(before * factor);
		const change = scale / before;
		this.set({ scale, x: x - (x - left) * change, y: y - (y - top) * change });
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

	/** The scale at which the first view is on the canvas. */
	private fitting(): number {
		const { width, height } = this.size;
		const { left, right, top, bottom } = this.shown;
		return Math.min((width - 2 * margin) / (right - left), (height - topMargin - margin) / (bottom - top));
	}

	private allowed(scale: number): number {
		const { width, height } = this.size;
		const covering = Math.max(width / this.viewport.width, height / this.viewport.height);
		const least = Math.min(covering, this.fitting());
		return Math.min(mostZoom * least, Math.max(least, scale));
	}

	/** Nothing is drawn beyond the edges of the viewport, so they stay outside; a viewport that is too small stands in the middle. */
	private covering({ scale, x, y }: View): View {
		const { width, height } = this.size;
		const within = (offset: number, length: number, room: number) =>
			room > scale * length
				? (room - scale * length) / 2
				: Math.min(0, Math.max(room - scale * length, offset));
		return {
			scale,
			x: within(x, this.viewport.width, width),
			y: within(y, this.viewport.height, height),
		};
	}

	private set(view: View): void {
		this.isWhole = false;
		this.current = this.covering(view);
		this.onChange();
	}

	private move(x: number, y: number): void {
		this.onMove();
		this.set({ ...this.current, x: this.current.x + x, y: this.current.y + y });
	}

	private readonly pressed = ({ pointerId, offsetX, offsetY }: PointerEvent): void => {
		this.canvas.setPointerCapture(pointerId);
		this.pointers.set(pointerId, { x: offsetX, y: offsetY });
	};

	private readonly dragged = ({ pointerId, offsetX, offsetY }: PointerEvent): void => {
		const before = this.pointers.get(pointerId);
		if (!before) return;
		const other = [...this.pointers].find(([id]) => id !== pointerId)?.[1];
		this.pointers.set(pointerId, { x: offsetX, y: offsetY });
		if (!other) {
			this.move(offsetX - before.x, offsetY - before.y);
			return;
		}
		const distance = (from: { readonly x: number; readonly y: number }) =>
			Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
		this.zoom(distance({ x: offsetX, y: offsetY }) / distance(before), other.x, other.y);
	};

	private readonly released = ({ pointerId }: PointerEvent): void => {
		this.pointers.delete(pointerId);
	};

	private readonly wheeled = (event: WheelEvent): void => {
		event.preventDefault();
		this.zoom(Math.exp(-event.deltaY * wheelSpeed), event.offsetX, event.offsetY);
	};
}
