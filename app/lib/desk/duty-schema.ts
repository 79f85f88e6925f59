import { z } from "zod";
import { idField, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** `name` names the person or group that gets the link. */
export const dutyLinkSchema = z.object({ day: idField, name: requiredLine(limits.name) });

export const withdrawDutySchema = z.object({ id: idField });

export const phonesSchema = z.object({ pilot: idField });
