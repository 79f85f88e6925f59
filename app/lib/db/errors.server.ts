/** Messages of an error and of all its causes; drivers wrap the database's own message differently in a batch. */
function messages(error: unknown): string {
	const found: string[] = [];
	for (let e = error; e instanceof Error && found.length < 5; e = e.cause) found.push(e.message);
	return found.join("\n");
}

/**
 * The columns of the unique index that a write would have violated, e.g. "users.email", or null when the error is
 * another one.
 */
export function uniqueViolation(error: unknown): string | null {
	return /UNIQUE constraint failed: ([\w., ]+)/.exec(messages(error))?.[1]?.trim() ?? null;
}

/** True when a guard of `commit` made the batch fail. */
export function guardFailed(error: unknown): boolean {
	return messages(error).includes("NOT NULL constraint failed: commit_guard.ok");
}

/** True when the database could not do its work at all, as opposed to refusing a statement. */
export function isDatabaseFailure(error: unknown): boolean {
	const text = messages(error);
	return (
		/D1_ERROR|D1_EXEC_ERROR|Network connection lost|D1 DB is overloaded|Failed query/.test(text) &&
		!/constraint failed/.test(text)
	);
}
