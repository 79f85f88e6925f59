/** Most results that are kept of one function. */
const mostResults = 500;

/** A map that empties itself when it is full. */
export function createMemory<Key, Value>(capacity: number) {
	const values = new Map<Key, Value>();
	return {
		get: (key: Key): Value | undefined => values.get(key),

		set(key: Key, value: Value): void {
			if (values.size >= capacity) values.clear();
			values.set(key, value);
		},
	};
}

/** Returns the same pure function with a cache: the result of a key is made once. */
export function memoise<Key, Result>(make: (key: Key) => Result): (key: Key) => Result {
	const results = createMemory<Key, Result>(mostResults);
	return (key) => {
		let result = results.get(key);
		if (result === undefined) {
			result = make(key);
			results.set(key, result);
		}
		return result;
	};
}
