/** A part of the sheet on a canvas: a place of the sheet is `scale * place + offset` on the canvas, in CSS pixels. */
export interface View {
	readonly scale: number;
	readonly x: number;
	readonly y: number;
}

/** Compared with the whole sheet. */
const mostZoom = 60;
const leastZoom = 0.7;
/** By which a key or button zooms, and of the canvas by which an arrow moves. */
const zoomStep = 1.5;
const moveShare = 0.15;
/** Of a wheel's turn in pixels. */
const wheelSpeed = 0.002;

/** The view of a map that people move: by pointers, wheel and keys. */
export class MovingView {
	current: View = { scale: 1, x: 0, y: 0 };
	private readonly pointers = new Map<number, { x: number; y: number }>();

	/**
	 * @param sheet its width and height
	 * @param onChange called after every move
	 * @param onMove called when a person moves the map, which ends following
	 */
	constructor(
		private readonly canvas: HTMLCanvasElement,
		private readonly sheet: { readonly width: number; readonly height: number },
		private readonly onChange: () => void,
		private readonly onMove: () => void,
	) {
		canvas.addEventListener("pointerdown", this.pressed);
		canvas.addEventListener("pointermove", this.dragged);
		canvas.addEventListener("pointerup", this.released);
		canvas.addEventListener("pointercancel", this.released);
		canvas.addEventListener("wheel", this.wheeled, { passive: false });
	}

	/** Shows the whole sheet. */
	fit(): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		const scale = this.wholeScale;
		this.set({
			scale,
			x: (width - scale * this.sheet.width) / 2,
			y: (height - scale * this.sheet.height) / 2,
		});
	}

	/** Puts a place of the sheet into the middle; whoever asks for it draws. */
	centre(x: number, y: number): void {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		const { scale } = this.current;
		this.current = { scale, x: width / 2 - scale * x, y: height / 2 - scale * y };
	}

	/** @param x @param y of the canvas, where the map stays as it is */
	zoom(factor: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
		const { scale: before, x: left, y: top } = this.current;
		const whole = this.wholeScale;
		const scale = Math.min(mostZoom * whole, Math.max(leastZoom * whole, before * factor));
		const change = scale / before;
		this.set({ scale, x: x - (x - left) * change, y: y - (y - top) * change });
	}

	/** @returns whether the key moves the map */
	press(key: string): boolean {
		const step = moveShare * Math.min(this.canvas.clientWidth, this.canvas.clientHeight);
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

	private get wholeScale(): number {
		const { clientWidth, clientHeight } = this.canvas;
		return Math.min(clientWidth / this.sheet.width, clientHeight / this.sheet.height);
	}

	private set(view: View): void {
		this.current = view;
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
		if (!other) return this.move(offsetX - before.x, offsetY - before.y);
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
