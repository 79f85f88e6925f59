import { z } from "zod";
import { complaints } from "~/lib/forms/fields";
import { parseTaskUrl } from "./tracking-menu";

const wrongAddress = "form.field.taskUrl";

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : (value ?? ""));

const taskUrl = z
	.string({ error: complaints.text })
	.min(1, complaints.required)
	.transform((text, check) => {
		const url = parseTaskUrl(text);
		if (url !== null) return url;
		check.addIssue(wrongAddress);
		return z.NEVER;
	});

/** Null when the field is empty. */
export const optionalTaskUrl = z.preprocess((value) => trimmed(value) || null, taskUrl.nullable());

export const trackingSchema = z.object({ taskUrl: z.preprocess(trimmed, taskUrl) });
