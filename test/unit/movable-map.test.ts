import { describe, expect, test } from "vitest";
import { MovableMap } from "~/browser/movable-map";

type Listener = (event: object) => void;

/** A picture of 500 x 250 pixels for a map of 1000 x 500 units. */
function mapOf({ sharesWheel = false } = {}) {
	const listeners = new Map<string, Listener>();
	const picture = {
		addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
		setPointerCapture: () => undefined,
		getBoundingClientRect: () => ({ left: 100, top: 50, width: 500 }),
	};
	const pointed: { readonly x: number; readonly y: number }[] = [];
	let moves = 0;
	const map = new MovableMap(picture as unknown as SVGSVGElement, {
		map: { width: 1000, height: 500 },
		shown: { left: 0, right: 1000, top: 0, bottom: 500 },
		margin: 0,
		topMargin: 0,
		mostZoom: 30,
		sharesWheel,
		onChange: () => undefined,
		onMove: () => moves++,
		onPoint: (place) => pointed.push(place),
	});
	map.resize(1000, 500);
	const send = (type: string, pointerId: number, clientX: number, clientY: number, more: object = {}) =>
		listeners.get(type)?.({ pointerId, clientX, clientY, preventDefault: () => undefined, ...more });
	return { map, send, pointed, moves: () => moves };
}

describe("a map that people move", () => {
	test("begins whole, and comes no farther away than that", () => {
		const { map } = mapOf();
		expect(map.current).toEqual({ scale: 1, x: 0, y: 0 });
		map.press("-");
		map.press("ArrowLeft");
		expect(map.current).toEqual({ scale: 1, x: 0, y: 0 });
	});

	test("comes nearer in the middle by key, and not nearer than thirty times", () => {
		const { map } = mapOf();
		expect(map.press("+")).toBe(true);
		expect(map.current).toEqual({ scale: 1.5, x: -250, y: -125 });
		for (let press = 0; press < 20; press++) map.press("+");
		expect(map.current.scale).toBe(30);
		map.press("0");
		expect(map.current).toEqual({ scale: 1, x: 0, y: 0 });
		expect(map.press("x")).toBe(false);
	});

	test("follows a pointer that drags, and says where one has pressed", () => {
		const { map, send, pointed, moves } = mapOf();
		map.press("+");
		send("pointerdown", 1, 350, 175);
		send("pointermove", 1, 353, 175);
		send("pointerup", 1, 353, 175);
		expect(moves()).toBe(0);
		expect(pointed).toEqual([{ x: 756 / 1.5, y: 250 }]);
		send("pointerdown", 1, 350, 175);
		send("pointermove", 1, 370, 165);
		send("pointerup", 1, 370, 165);
		expect(map.current).toEqual({ scale: 1.5, x: -210, y: -145 });
		expect(pointed).toHaveLength(1);
	});

	test("is stretched by two fingers around the one that rests", () => {
		const { map, send } = mapOf();
		send("pointerdown", 1, 200, 100);
		send("pointerdown", 2, 300, 100);
		send("pointermove", 2, 400, 100);
		const { scale, x, y } = map.current;
		expect(scale).toBe(2);
		expect([200, 100].map((place) => place * scale)).toEqual([200 - x, 100 - y]);
	});

	test("leaves the wheel to the page until it is pressed, where it shares it", () => {
		const { map, send } = mapOf({ sharesWheel: true });
		send("wheel", 0, 350, 175, { deltaY: -100 });
		expect(map.current.scale).toBe(1);
		send("wheel", 0, 350, 175, { deltaY: -100, ctrlKey: true });
		expect(map.current.scale).toBeGreaterThan(1);
		map.press("0");
		send("pointerdown", 1, 350, 175);
		send("wheel", 0, 350, 175, { deltaY: -100 });
		expect(map.current.scale).toBeGreaterThan(1);
		map.press("0");
		send("pointerleave", 1, 0, 0);
		send("wheel", 0, 350, 175, { deltaY: -100 });
		expect(map.current.scale).toBe(1);
	});
});
