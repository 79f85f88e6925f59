/** A database that counts what is asked of it: statements, and round trips. */
export function countedDatabase(database: D1Database) {
	const asked = { statements: 0, roundTrips: 0 };

	function counted(statement: D1PreparedStatement): D1PreparedStatement {
		return new Proxy(statement, {
			get(target, name) {
				if (name === "bind") return (...values: unknown[]) => counted(target.bind(...values));
				if (name === "original") return target;
				const member: unknown = Reflect.get(target, name);
				if (typeof member !== "function") return member;
				return (...values: unknown[]) => {
					asked.statements += 1;
					asked.roundTrips += 1;
					return member.apply(target, values);
				};
			},
		});
	}

	const binding = new Proxy(database, {
		get(target, name) {
			if (name !== "withSession") return Reflect.get(target, name);
			return (constraint?: string) => {
				const session = target.withSession(constraint);
				return {
					prepare: (query: string) => counted(session.prepare(query)),
					batch: (statements: (D1PreparedStatement & { original: D1PreparedStatement })[]) => {
						asked.statements += statements.length;
						asked.roundTrips += 1;
						return session.batch(statements.map(({ original }) => original));
					},
				};
			};
		},
	});
	return { binding, asked };
}
