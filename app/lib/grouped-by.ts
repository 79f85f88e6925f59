/** Groups items by a key; items and groups stand in the order of the items. */
export function groupedBy<Item, Key>(
	items: Iterable<Item>,
	keyOf: (item: Item) => Key,
): Map<Key, [Item, ...Item[]]> {
	const groups = new Map<Key, [Item, ...Item[]]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group) group.push(item);
		else groups.set(key, [item]);
	}
	return groups;
}
