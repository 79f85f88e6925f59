import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** Without conform's own coercion: the fields of the schema normalise their values (fields.ts). */
export function parseForm<S extends z.ZodType>(formData: FormData, schema: S) {
	return parseWithZod(formData, { schema, disableAutoCoercion: true });
}
