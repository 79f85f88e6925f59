/** Does the work of each item, that of a few at once. @throws what one of them throws, when those under way have ended */
export async function atOnce<T>(
	items: readonly T[],
	count: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const rest = items.values();
	const failures: unknown[] = [];
	const worker = async () => {
		for (const item of rest) {
			await work(item).catch((error: unknown) => failures.push(error));
			if (failures.length > 0) return;
		}
	};
	await Promise.all(Array.from({ length: count }, worker));
	if (failures.length > 0) throw failures[0];
}
