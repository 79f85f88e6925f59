/** A database that notes the SQL of what is asked of it, a list for each round trip. */
export function recordedDatabase(database: D1Database | undefined) {
	if (!database) throw new Error("no database is bound");
	const batches: string[][] = [];
	const known = new WeakMap<object, { readonly query: string; readonly original: D1PreparedStatement }>();

	function recorded(query: string, original: D1PreparedStatement): D1PreparedStatement {
		const statement = new Proxy(original, {
			get(target, name) {
				if (name === "bind") return (...values: unknown[]) => recorded(query, target.bind(...values));
				const member: unknown = Reflect.get(target, name);
				if (typeof member !== "function") return member;
				return (...values: unknown[]) => {
					batches.push([query]);
					return member.apply(target, values);
				};
			},
		});
		known.set(statement, { query, original });
		return statement;
	}

	const binding = new Proxy(database, {
		get(target, name) {
			if (name !== "withSession") throw new Error(`${String(name)} of the database is not expected here`);
			return (constraint?: string) => {
				const session = target.withSession(constraint);
				return {
					prepare: (query: string) => recorded(query, session.prepare(query)),
					batch: (statements: D1PreparedStatement[]) => {
						const all = statements.map((one) => known.get(one) ?? { query: "", original: one });
						batches.push(all.map(({ query }) => query));
						return session.batch(all.map(({ original }) => original));
					},
				};
			};
		},
	});
	return { binding, batches };
}
