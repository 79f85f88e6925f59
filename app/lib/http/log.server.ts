/** Fields of a line of the log. They never hold a password, token, cookie, e-mail address or IP address. */
type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export function logLine(level: "info" | "error", event: string, fields: LogFields): void {
	const line = JSON.stringify({ level, event, ...fields });
	if (level === "error") console.error(line);
	else console.log(line);
}

/** Name, message and stack of an error, without the values that drizzle quotes. */
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

/** The innermost frames of the stack. The message before them may have several lines. */
function framesOf({ stack = "" }: Error): string {
	const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
	return frames.slice(0, 5).join(" ");
}

/** The message without the parameters that drizzle appends to a failed statement: they may be personal data. */
function safeMessage(error: Error): string {
	return error.message.split("\nparams:")[0]?.slice(0, 500) ?? "";
}
