import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { FieldErrors } from "~/lib/result";

/** Parses a form without conform's own coercion: the fields of the schema normalise their values (fields.ts). */
export function parseForm<S extends z.ZodType>(formData: FormData, schema: S) {
	return parseWithZod(formData, { schema, disableAutoCoercion: true });
}

/** The key of the first message for each field. The name of the whole form is "". */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
	const errors: Record<string, string> = {};
	for (const issue of error.issues) {
		const name = issue.path.map(String).join(".");
		errors[name] ??= issue.message;
	}
	return errors;
}
