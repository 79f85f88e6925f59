/** A database that can be switched off: everything asked of it then fails as D1 does. */
export function switchableDatabase(binding: D1Database | undefined) {
	if (!binding) throw new Error("no database is bound");
	const power = { on: true };
	const switchable = <T extends object>(thing: T): T =>
		new Proxy(thing, {
			get(target, name) {
				if (!power.on) throw new Error("D1_ERROR: Network connection lost");
				const value: unknown = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				if (name === "withSession") return (...values: unknown[]) => switchable(value.apply(target, values));
				return value.bind(target);
			},
		});
	return { power, binding: switchable(binding) };
}

/** How a bucket goes wrong: before it has done anything, after it has done it, or by never answering. */
export type BucketFault = "before" | "after" | "never";

/** A bucket whose methods go wrong on demand, e.g. `faults.put = "after"`. */
export function faultyBucket(bucket: R2Bucket) {
	const faults: Partial<Record<"put" | "get" | "head" | "delete", BucketFault>> = {};
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
