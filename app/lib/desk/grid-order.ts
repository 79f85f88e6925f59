/** How the launch order of a class is made: drawn by lot, or rotated from an earlier order. */
export const gridOrders = ["lot", "rotate"] as const;

/** Limits of a grid: gliders side by side, and rows. */
export const widestRow = 9;
export const mostRows = 50;

/** An entry that takes part on a day. */
interface Placed {
	/** Id of the entry. */
	readonly id: string;
}

/** Draws an order by lot, in which every order is equally likely. @param random returns a number from 0 to below 1 */
export function drawnByLot<T>(all: readonly T[], random: () => number): T[] {
	const drawn = [...all];
	for (let last = drawn.length - 1; last > 0; last -= 1) {
		const chosen = Math.floor(random() * (last + 1));
		[drawn[last], drawn[chosen]] = [drawn[chosen] as T, drawn[last] as T];
	}
	return drawn;
}

/** Moves the first rows to the end. @param rows number of rows to move; it may exceed the rows there are */
export function rotatedByRows<T>(order: readonly T[], rows: number, width: number): T[] {
	const moved = order.length === 0 ? 0 : (rows * width) % order.length;
	return [...order.slice(moved), ...order.slice(0, moved)];
}

/**
 * Returns the entries that take part: first those that stand in an order, in that order; then those that do not, because they
 * entered later or belonged to another class when it was drawn.
 * @param takePart entries in the order in which newcomers line up
 */
export function inOrder<P extends Placed>(order: readonly string[], takePart: readonly P[]): P[] {
	const places = new Map(order.map((id, place) => [id, place]));
	const placeOf = ({ id }: P) => places.get(id) ?? order.length;
	return takePart.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Splits an order into rows of gliders that stand side by side. */
export function rowsOf<T>(order: readonly T[], width: number): T[][] {
	return Array.from({ length: Math.ceil(order.length / width) }, (_, row) =>
		order.slice(row * width, (row + 1) * width),
	);
}
