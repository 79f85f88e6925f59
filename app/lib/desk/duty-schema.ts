import { z } from "zod";
import { idField, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** `name` says for whom the link is. */
export const dutyLinkSchema = z.object({ day: idField, name: requiredLine(limits.name) });

export const withdrawDutySchema = z.object({ id: idField });

export const phonesSchema = z.object({ pilot: idField });
