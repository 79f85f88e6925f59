/** A database that can be switched off: everything asked of it then fails as D1 does. */
export function switchableDatabase(binding: D1Database | undefined) {
	if (!binding) throw new Error("no database is bound");
	const power = { on: true };
	const switchable = <T extends object>(thing: T): T =>
		new Proxy(thing, {
			get(target, name) {
				const value: unknown = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				// A session begins with its first statement: to open one fails in no case.
				if (name === "withSession") return (...values: unknown[]) => switchable(value.apply(target, values));
				if (!power.on) throw new Error("D1_ERROR: Network connection lost");
				return value.bind(target);
			},
		});
	return { power, binding: switchable(binding) };
}

/** How a bucket goes wrong: before it has done anything, after it has done it, or by never answering. */
export type BucketFault = "before" | "after" | "never";

export type BucketFaults = Partial<Record<"put" | "get" | "head" | "delete" | "list", BucketFault>>;

/** A bucket whose methods go wrong on demand, e.g. `faults.put = "after"`. */
export function faultyBucket(bucket: R2Bucket, faults: BucketFaults = {}) {
	const proxy = new Proxy(bucket, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return async (...values: unknown[]) => {
				const fault = faults[name as keyof typeof faults];
				if (fault === "never") return new Promise(() => {});
				if (fault === "before") throw new Error(`${String(name)}: We encountered an internal error (10001)`);
				const answer: unknown = await value.apply(target, values);
				if (fault === "after") throw new Error(`${String(name)}: Network connection lost`);
				return answer;
			};
		},
	});
	return { faults, bucket: proxy };
}

/** How one call goes wrong: it is not made, as the database is gone or another process writes to it, or it is made and its answer is lost. */
export type CallFault = "before" | "busy" | "after";

/**
 * A database and a bucket whose n-th call, counted over both, goes wrong; once it has, `struck` is true. A call is what goes over
 * the wire: a statement that runs, a batch, a request to the bucket.
 */
export function failingCall(binding: D1Database | undefined, bucket: R2Bucket, n: number, fault: CallFault) {
	if (!binding) throw new Error("no database is bound");
	const state = { calls: 0, struck: false };
	/** Statements as the binding knows them, by what the application holds. */
	const real = new WeakMap<object, D1PreparedStatement>();

	async function call(message: string, make: () => unknown): Promise<unknown> {
		state.calls += 1;
		const strikes = state.calls === n;
		if (strikes) state.struck = true;
		if (strikes && fault !== "after") throw new Error(message);
		const answer: unknown = await make();
		if (strikes) throw new Error(message);
		return answer;
	}

	const lost =
		fault === "busy" ? "D1_ERROR: database is locked: SQLITE_BUSY" : "D1_ERROR: Network connection lost";
	function statement(inner: D1PreparedStatement): D1PreparedStatement {
		const outer = new Proxy(inner, {
			get(target, name) {
				const value: unknown = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				if (name === "bind") return (...values: unknown[]) => statement(value.apply(target, values));
				return (...values: unknown[]) => call(lost, () => value.apply(target, values));
			},
		});
		real.set(outer, inner);
		return outer;
	}
	const database = new Proxy(binding, {
		get(target, name) {
			if (name !== "withSession") throw new Error(`${String(name)} of the database is not expected here`);
			return (constraint: string) => {
				const session = target.withSession(constraint);
				return {
					prepare: (query: string) => statement(session.prepare(query)),
					batch: (statements: D1PreparedStatement[]) =>
						call(lost, () => session.batch(statements.map((one) => real.get(one) ?? one))),
				};
			};
		},
	});
	const files = new Proxy(bucket, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return (...values: unknown[]) =>
				call(`${String(name)}: We encountered an internal error (10001)`, () => value.apply(target, values));
		},
	});
	return { state, env: { DB_2025: database, FILES: files } };
}

/** A database that fails for some statements, alone or in a batch, and notes all that it is asked. */
export function failingStatements(binding: D1Database | undefined) {
	if (!binding) throw new Error("no database is bound");
	const state = { asked: [] as string[], fails: (_sql: string): boolean => false };
	/** Statements as the binding knows them, by what the application holds. */
	const real = new WeakMap<object, { readonly sql: string; readonly inner: D1PreparedStatement }>();

	function ask(sqls: readonly string[]) {
		state.asked.push(...sqls);
		if (sqls.some(state.fails)) throw new Error("D1_ERROR: no such column: broken: SQLITE_ERROR");
	}

	function statement(sql: string, inner: D1PreparedStatement): D1PreparedStatement {
		const outer = new Proxy(inner, {
			get(target, name) {
				const value: unknown = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				if (name === "bind") return (...values: unknown[]) => statement(sql, value.apply(target, values));
				return async (...values: unknown[]) => {
					ask([sql]);
					return value.apply(target, values);
				};
			},
		});
		real.set(outer, { sql, inner });
		return outer;
	}

	const failing = new Proxy(binding, {
		get(target, name) {
			if (name !== "withSession") return Reflect.get(target, name);
			return (constraint: string) => {
				const session = target.withSession(constraint);
				return {
					prepare: (sql: string) => statement(sql, session.prepare(sql)),
					batch: async (statements: D1PreparedStatement[]) => {
						const known = statements.flatMap((one) => real.get(one) ?? []);
						ask(known.map(({ sql }) => sql));
						return session.batch(known.map(({ inner }) => inner));
					},
				};
			};
		},
	});
	return { state, binding: failing };
}
