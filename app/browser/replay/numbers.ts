/** CSS pixels. All are equally high. */
export interface NumberBox {
	readonly left: number;
	readonly right: number;
	readonly top: number;
}

/** Of a number with its frame. */
const height = 16;

/** Which of the numbers are shown: one that would lie on an earlier one is left out. */
export function withRoom(boxes: readonly NumberBox[]): boolean[] {
	const shown: NumberBox[] = [];
	return boxes.map((box) => {
		const { left, right, top } = box;
		const isCovered = shown.some(
			(other) => left < other.right && right > other.left && Math.abs(top - other.top) < height,
		);
		if (!isCovered) shown.push(box);
		return !isCovered;
	});
}
