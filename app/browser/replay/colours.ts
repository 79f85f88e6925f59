import type { Glider } from "./flight";

/** Of the reader's theme. */
export interface Colours {
	readonly ground: string;
	readonly ink: string;
	readonly muted: string;
	readonly line: string;
	readonly isDark: boolean;
}

export function readColours(root: HTMLElement): Colours {
	const style = getComputedStyle(root);
	const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
	return {
		ground: colour("ground"),
		ink: colour("ink"),
		muted: colour("muted"),
		line: colour("line"),
		isDark: style.colorScheme === "dark",
	};
}

export function colourOf({ hue }: Glider, { isDark }: Colours): string {
	return isDark ? `hsl(${hue} 75% 66%)` : `hsl(${hue} 75% 36%)`;
}
