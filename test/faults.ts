/** A database that can be switched off: everything asked of it then fails as D1 does. */
export function switchableDatabase(binding: D1Database | undefined) {
	if (!binding) throw new Error("no database is bound");
	const power = { on: true };
	const proxy = new Proxy(binding, {
		get(target, name) {
			if (!power.on) throw new Error("D1_ERROR: Network connection lost");
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	return { power, binding: proxy };
}
