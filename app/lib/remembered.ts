/** Results that a function remembers. */
const capacity = 500;

/** The same pure function, which remembers what it made of a key. It forgets all when there are too many. */
export function remembered<Key, Result>(make: (key: Key) => Result): (key: Key) => Result {
	const results = new Map<Key, Result>();
	return (key) => {
		let result = results.get(key);
		if (result === undefined) {
			result = make(key);
			if (results.size >= capacity) results.clear();
			results.set(key, result);
		}
		return result;
	};
}
