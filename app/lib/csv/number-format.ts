/** How a file writes numbers. Spaces may stand between thousands in any. */
export interface NumberFormat {
	readonly decimal: "," | ".";
	readonly thousands: "," | ".";
}

export interface NumberCell {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly text: string;
	/** Three digits behind a single separator are a thousand, as in points; else they are decimals, as in a handicap. */
	readonly hasThousands: boolean;
}

const spaces = /(?<=\d)[ \u00A0\u202F](?=\d{3})/g;

/**
 * How all numbers of a file are written: `1,002` beside `98.5` is a thousand and two.
 * @returns the line that contradicts those before it, when they cannot all be read in one way
 */
export function numberFormatOf(cells: readonly NumberCell[]): NumberFormat | { readonly line: number } {
	let decimal: NumberFormat["decimal"] | null = null;
	for (const cell of cells) {
		const found = decimalOf(cell);
		if (found === null) continue;
		if (decimal !== null && decimal !== found) return { line: cell.line };
		decimal = found;
	}
	return decimal === "," ? { decimal, thousands: "." } : { decimal: ".", thousands: "," };
}

/** The decimal separator that a cell shows by itself; null when it shows none. */
function decimalOf({ text, hasThousands }: NumberCell): NumberFormat["decimal"] | null {
	const compact = text.replace(spaces, "");
	if (!/^-?\d+(?:[.,]\d+)*$/.test(compact)) return null;
	const separators = compact.replace(/[^.,]/g, "");
	const last = separators.at(-1) === "," ? "," : ".";
	const other = last === "," ? "." : ",";
	if (separators === "") return null;
	if (separators.includes(other)) return last;
	if (separators.length > 1) return other;
	const isThousand = hasThousands && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(compact);
	return isThousand ? other : last;
}

/** Null for what is no number in this format. */
export function parseNumber(text: string, { decimal, thousands }: NumberFormat): number | null {
	const compact = text.replace(spaces, "");
	const [whole = "", ...decimals] = compact.split(decimal);
	const isGrouped = whole.includes(thousands);
	const groups = isGrouped ? /^-?\d{1,3}(?:[.,]\d{3})+$/ : /^-?\d{1,15}$/;
	if (decimals.length > 1 || !groups.test(whole)) return null;
	const [part] = decimals;
	if (part !== undefined && !/^\d{1,15}$/.test(part)) return null;
	return Number(`${whole.replaceAll(thousands, "")}.${part ?? 0}`);
}
