import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tintLevels } from "~/lib/maps/terrain/draw-relief";

const tokens = readFileSync(new URL("../../app/styles/tokens.css", import.meta.url), "utf8");

type Theme = "light" | "dark";

/** Value of a colour of the style sheet in one theme. */
function colour(name: string, theme: Theme): string {
	const values = [...tokens.matchAll(new RegExp(`\\t--${name}: (#[0-9a-f]{6});`, "g"))].map(([, hex]) => hex);
	const found = theme === "dark" ? values.at(-1) : values[0];
	if (!found) throw new Error(`there is no colour --${name}`);
	return found;
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

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
	const style = readFileSync(new URL("../../app/styles/pages/map.css", import.meta.url), "utf8");
	const [, share] = /\.map-relief \{\s*fill: color-mix\(in srgb, var\(--relief\) (\d+)%/.exec(style) ?? [];
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

for (const theme of ["light", "dark"] as const) {
	test.each(texts)(`${theme}: text of %s on %s holds 7:1`, (text, ground) => {
		expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(7);
	});

	test.each(edges)(`${theme}: an edge of %s on %s holds 3:1`, (edge, ground) => {
		expect(contrast(colour(edge, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
	});

	// Paper is always light.
	test.each(mapLines)(`${theme}: %s holds 3:1 on every tint of a map`, (line) => {
		const tints = tintsOf(theme);
		expect(new Set(tints).size).toBe(2 * (tintLevels.length + 1));
		for (const tint of tints) expect(contrast(colour(line, theme), tint)).toBeGreaterThanOrEqual(3);
	});
}
