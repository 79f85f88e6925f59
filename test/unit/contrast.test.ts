import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { type Colours, colourOf, type Pen } from "~/browser/replay/canvas";
import type { Glider } from "~/browser/replay/flight";
import { MovingLayer } from "~/browser/replay/moving-layer";
import { drawTracks } from "~/browser/replay/still-layer";
import { tintLevels } from "~/lib/maps/terrain/draw-relief";

const folder = new URL("../../app/styles/", import.meta.url);
const styles = Object.fromEntries(
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".css"))
		.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
);
const { "tokens.css": tokens = "", "pages/map.css": mapStyle = "" } = styles;
/** What holds on paper alone. */
const printed = Object.values(styles)
	.flatMap((style) => style.match(/^@media print \{$.*?^\}$/gms) ?? [])
	.join("\n");

const themes = ["light", "dark", "print"] as const;
type Theme = (typeof themes)[number];

/** The value in one theme of what style sheets say more than once. @param value with one group */
function said(value: RegExp, theme: Theme, style = tokens): string {
	const [first, ...later] = [...style.matchAll(value)].map(([, one]) => one);
	const [onPaper] = [...printed.matchAll(value)].map(([, one]) => one);
	const found = { light: first, dark: later.at(-1) ?? first, print: onPaper ?? first }[theme];
	if (!found) throw new Error(`nothing is said as ${value}`);
	return found;
}

/** Value of a colour of the style sheet in one theme. */
function colour(name: string, theme: Theme): string {
	return said(new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`, "g"), theme);
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: number, other: number): number {
	return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const contrast = (one: string, other: string) => contrastOf(luminance(one), luminance(other));

const grounds = ["ground", "surface", "sky"];

const texts: readonly (readonly [text: string, ground: string])[] = [
	...grounds.flatMap((ground) =>
		["ink", "muted", "brand", "danger", "success", "warning"].map((text) => [text, ground] as const),
	),
	...["info", "danger", "success", "warning"].map((kind) => ["ink", `${kind}-ground`] as const),
	["brand", "info-ground"],
	["danger", "danger-ground"],
	["success", "success-ground"],
	["warning", "warning-ground"],
	["on-brand", "brand"],
	["on-danger", "danger"],
	["on-nav", "nav"],
	["on-nav", "nav-low"],
	["on-nav", "nav-hover"],
	["on-action", "action"],
	["on-action", "action-hover"],
	["on-podium", "gold"],
	["on-podium", "silver"],
	["on-podium", "bronze"],
];

const edges: readonly (readonly [edge: string, ground: string])[] = [
	["edge", "ground"],
	["edge", "surface"],
	["edge", "sky"],
	["brand", "sky"],
	["action-edge", "ground"],
	["action", "nav"],
	["action", "nav-low"],
	// Task, zones and tracks on rivers and lakes.
	...[
		"brand",
		"edge",
		"ink",
		"danger",
		"action-edge",
		"sink-fast",
		"sink",
		"level",
		"climb",
		"climb-fast",
	].map((line) => [line, "water"] as const),
];

/** Task, zones and tracks, as they lie on the ground of a map. */
const mapLines = [
	"brand",
	"edge",
	"ink",
	"danger",
	"action-edge",
	"sink-fast",
	"sink",
	"level",
	"climb",
	"climb-fast",
];

/** @param share of the other colour */
function mixed(one: string, other: string, share: number): string {
	const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
	const parts = [1, 3, 5].map((at) => Math.round(part(one, at) * (1 - share) + part(other, at) * share));
	return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The grounds of a map, from the lowest tint of the relief to the highest: each lies on those below it. */
function tintsOf(theme: Theme): string[] {
	const share = said(/\.map-relief \{\s*fill: color-mix\(in srgb, var\(--relief\) (\d+)%/g, theme, mapStyle);
	const land = mixed(colour("ground", theme), colour("success", theme), 0.05);
	return [land, colour("surface", theme)].flatMap((ground) =>
		[0, ...tintLevels].map((_, tints) =>
			Array.from({ length: tints }).reduce<string>(
				(below) => mixed(below, colour("relief", theme), Number(share) / 100),
				ground,
			),
		),
	);
}

/** The land of a map without heights. */
function bareLand(theme: Theme): string {
	const share = said(
		/:has\(\.map-relief\)\) \{\s*--land: color-mix\(in srgb, var\(--success\) (\d+)%/g,
		theme,
		mapStyle,
	);
	return mixed(colour("ground", theme), colour("success", theme), Number(share) / 100);
}

/** Relative luminance of a colour of the replay. A screen that cannot show all of it shows it as pure as it can. */
function luminanceOfTrack(hue: number, theme: Theme): number {
	const [lightness = 0, chroma = 0, turn = 0] = (
		colourOf(
			{ hue, pairPlace: null, medal: null, isQuiet: false },
			{ isDark: theme === "dark", pair: ["", ""], medals: [], muted: "" },
		).match(/[\d.]+/g) ?? []
	).map(Number);
	const [a, b] = [Math.cos, Math.sin].map((side) => chroma * side((turn * Math.PI) / 180)) as [
		number,
		number,
	];
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	const [red = 0, green = 0, blue = 0] = [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	].map((value) => Math.min(1, Math.max(0, value)));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

for (const theme of themes) {
	test.each(texts)(`${theme}: text of %s on %s holds 7:1`, (text, ground) => {
		expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(7);
	});

	test.each(edges)(`${theme}: an edge of %s on %s holds 3:1`, (edge, ground) => {
		expect(contrast(colour(edge, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
	});

	test.each(mapLines)(`${theme}: %s holds 3:1 on every tint of a map`, (line) => {
		const tints = tintsOf(theme);
		expect(new Set(tints).size).toBe(2 * (tintLevels.length + 1));
		for (const tint of [...tints, bareLand(theme)])
			expect(contrast(colour(line, theme), tint)).toBeGreaterThanOrEqual(3);
	});

	test(`${theme}: names of a map hold 7:1 on its land`, () => {
		for (const name of ["muted", "ink"])
			expect(contrast(colour(name, theme), bareLand(theme))).toBeGreaterThanOrEqual(7);
	});

	test(`${theme}: the track of every glider of a replay holds 3:1 on water and on every tint of a map`, () => {
		const grounds = [...tintsOf(theme), bareLand(theme), colour("water", theme)].map(luminance);
		for (let hue = 0; hue < 360; hue++)
			for (const ground of grounds)
				expect(contrastOf(luminanceOfTrack(hue, theme), ground)).toBeGreaterThanOrEqual(3);
	});
}

test("the whole tracks of a replay have the colours of their gliders, undiluted", () => {
	const strokes: { readonly alpha: number; readonly colour: unknown; readonly width: number }[] = [];
	const pen = {
		globalAlpha: 1,
		lineWidth: 0,
		strokeStyle: "",
		beginPath: () => undefined,
		moveTo: () => undefined,
		lineTo: () => undefined,
		stroke: () =>
			strokes.push({ alpha: pen.globalAlpha, colour: pen.strokeStyle, width: pen.lineWidth }) as never,
	};
	const colours = { isDark: true } as Colours;
	const gliders = [0, 120, 240].map((hue) => ({
		hue,
		pairPlace: null,
		medal: null,
		isQuiet: false,
		isShown: hue > 0,
		times: [],
		xs: [],
		ys: [],
	}));
	const room = { width: 100, height: 100 };
	drawTracks(pen as unknown as Pen, gliders as unknown as Glider[], colours, { scale: 1, x: 0, y: 0 }, room);
	expect(strokes).toEqual(
		[120, 240].map((hue) => ({
			alpha: 1,
			colour: colourOf({ hue, pairPlace: null, medal: null, isQuiet: false }, colours),
			width: 1,
		})),
	);
});

test("a glider of a replay on the ground has a ring in its own colour, undiluted, instead of a dot", () => {
	const alphas: number[] = [];
	const circles: unknown[][] = [];
	let isCircle = false;
	const pen = {
		...{ globalAlpha: 1, fillStyle: "", strokeStyle: "" },
		measureText: () => ({ width: 12 }),
		beginPath: () => (isCircle = false),
		arc: () => (isCircle = true),
		stroke: () => isCircle && circles.push([pen.fillStyle, pen.strokeStyle]),
		drawImage: (_: unknown, left: number) => alphas.push(pen.globalAlpha, left),
		...Object.fromEntries(
			["setTransform", "clearRect", "roundRect", "fill", "fillText"].map((name) => [name, () => {}]),
		),
	};
	const canvas = { width: 0, height: 0, style: {}, getContext: () => pen };
	vi.stubGlobal("document", { createElement: () => canvas });
	const colours = { isDark: true, ground: "ground" } as Colours;
	const glider = {
		hue: 0,
		pairPlace: null,
		medal: null,
		isQuiet: false,
		isShown: true,
		isInAir: false,
		x: 0,
		y: 0,
		flight: { number: "7K" },
	};
	const picture = { followed: null, view: { scale: 1, x: 0, y: 0 }, colours, withNumbers: false };
	new MovingLayer(canvas as unknown as HTMLCanvasElement).draw([glider as unknown as Glider], picture);
	vi.unstubAllGlobals();
	const own = colourOf(glider, colours);
	expect(circles).toEqual([
		...[
			[own, "ground"],
			[own, "ground"],
		],
		...[
			["ground", own],
			["ground", own],
		],
	]);
	// The third of the marks, at full strength.
	expect(alphas).toEqual([1, 2 * (10 + 4.5 + 3 + 20)]);
});

test("the dark theme is of screens alone, so paper is light", () => {
	const [, variant = ""] = /@custom-variant dark \{\n(.*?)\n\}/s.exec(tokens) ?? [];
	expect(variant.match(/@media \w+/g)).toEqual(["@media screen", "@media screen"]);
	expect(variant.match(/@slot/g)).toHaveLength(2);
});
