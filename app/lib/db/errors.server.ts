/** Messages of an error and its causes. Drivers wrap the database's message differently in a batch. */
function messages(error: unknown): string {
	const found: string[] = [];
	for (let e = error; e instanceof Error && found.length < 5; e = e.cause) found.push(e.message);
	return found.join("\n");
}

/** The columns of the violated unique index, for example "users.email"; null for any other error. */
export function uniqueViolation(error: unknown): string | null {
	return /UNIQUE constraint failed: ([\w., ]+)/.exec(messages(error))?.[1]?.trim() ?? null;
}

/** Whether a guard of `commit` failed the batch. */
export function guardFailed(error: unknown): boolean {
	return messages(error).includes("NOT NULL constraint failed: commit_guard.ok");
}

/** Begins as messages of the driver do, so that it is a failure of the database. */
export const databaseTimeout = "D1_ERROR: no answer in time";

/** Whether the database failed, as opposed to refusing a statement. */
export function isDatabaseFailure(error: unknown): boolean {
	const text = messages(error);
	return (
		/D1_ERROR|D1_EXEC_ERROR|Network connection lost|D1 DB is overloaded|Failed query/.test(text) &&
		!/constraint failed/.test(text)
	);
}
