/** How the order of a class is made: drawn by lot, or the one before rotated. */
export const gridOrders = ["lot", "rotate"] as const;

/** Gliders side by side, and rows. */
export const widestRow = 9;
export const mostRows = 50;

/** Takes part in a class on a day. */
interface Placed {
	/** Of the entry. */
	readonly id: string;
}

/** An order by lot: every order is as likely as any other. @param random from 0 to below 1 */
export function drawnByLot<T>(all: readonly T[], random: () => number): T[] {
	const drawn = [...all];
	for (let last = drawn.length - 1; last > 0; last -= 1) {
		const chosen = Math.floor(random() * (last + 1));
		[drawn[last], drawn[chosen]] = [drawn[chosen] as T, drawn[last] as T];
	}
	return drawn;
}

/** The first rows go to the end. @param rows as many as an organiser sets, also more than there are */
export function rotatedByRows<T>(order: readonly T[], rows: number, width: number): T[] {
	const moved = order.length === 0 ? 0 : (rows * width) % order.length;
	return [...order.slice(moved), ...order.slice(0, moved)];
}

/**
 * Those of an order who take part, in it, and behind them who stands in no order: entered later, or of another class when it was drawn.
 * @param takePart in the order in which newcomers line up
 */
export function inOrder<P extends Placed>(order: readonly string[], takePart: readonly P[]): P[] {
	const places = new Map(order.map((id, place) => [id, place]));
	const placeOf = ({ id }: P) => places.get(id) ?? order.length;
	return takePart.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Gliders that stand side by side. */
export function rowsOf<T>(order: readonly T[], width: number): T[][] {
	return Array.from({ length: Math.ceil(order.length / width) }, (_, row) =>
		order.slice(row * width, (row + 1) * width),
	);
}
