import type { z } from "zod";
import type { FieldErrors } from "~/lib/result";

/** The first complaint about each field, as keys of messages. Those about the whole stand under "". */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
	const errors: Record<string, string> = {};
	for (const issue of error.issues) {
		const name = issue.path.map(String).join(".");
		errors[name] ??= issue.message;
	}
	return errors;
}
