/** What a log line may hold. Never a password, token, cookie, e-mail address or IP address. */
type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One structured line on the Worker's log. */
export function logLine(level: "info" | "error", event: string, fields: LogFields): void {
	const line = JSON.stringify({ level, event, ...fields });
	if (level === "error") console.error(line);
	else console.log(line);
}

/** Name and place of an error for the log; its message is left out where it may quote somebody's input. */
export function describeError(error: unknown): LogFields {
	if (!(error instanceof Error)) return { error: typeof error };
	const cause = error.cause instanceof Error ? error.cause.message : undefined;
	return {
		error: error.name,
		message: safeMessage(error),
		cause,
		stack: framesOf(error),
	};
}

/** The innermost frames of the stack; before them stands the message, which may have several lines. */
function framesOf({ stack = "" }: Error): string {
	const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
	return frames.slice(0, 5).join(" ");
}

/** drizzle quotes a failed statement with its parameters; only the statement goes into the log. */
function safeMessage(error: Error): string {
	return error.message.split("\nparams:")[0]?.slice(0, 500) ?? "";
}
