import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** Parses a form by a schema whose fields bring their values into shape themselves (see fields.ts). */
export function parseForm<S extends z.ZodType>(formData: FormData, schema: S) {
	return parseWithZod(formData, { schema, disableAutoCoercion: true });
}
