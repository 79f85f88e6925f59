import { databaseOf } from "./factories";

/** A database in which something happens once, between what is read for a write and the batch that writes it. */
export function beforeWriting(happen: () => Promise<unknown>): ReturnType<typeof databaseOf> {
	const db = databaseOf();
	let isWriting = false;
	let hasHappened = false;
	return new Proxy(db, {
		get(target, name) {
			isWriting ||= name === "update" || name === "insert";
			if (name === "batch" && isWriting && !hasHappened)
				return async (statements: Parameters<typeof target.batch>[0]) => {
					hasHappened = true;
					await happen();
					return target.batch(statements);
				};
			const value = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}
