import { z } from "zod";
import { idField, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

export const objectionSchema = z.object({ erasure: idField, objection: requiredText(limits.objection) });

export type ObjectionInput = z.infer<typeof objectionSchema>;
