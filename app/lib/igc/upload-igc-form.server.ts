import type { Ctx } from "~/lib/context";
import { fieldErrorsOf } from "~/lib/forms/field-errors";
import { type Result, refuse } from "~/lib/result";
import { igcUploadSchema } from "./igc-upload-schema";
import type { KeptUpload } from "./store-log.server";
import { uploadIgc } from "./upload-igc.server";

/** `uploadIgc` for the fields of a multipart body; whichever are missing, the refusal names the first. */
export async function uploadIgcForm(ctx: Ctx, form: FormData): Promise<Result<KeptUpload>> {
	const parsed = igcUploadSchema.safeParse(Object.fromEntries(form));
	if (!parsed.success) {
		const errors = fieldErrorsOf(parsed.error);
		return refuse(errors.pilot ? "invalid-pilot" : errors.day ? "invalid-day" : "missing-fields", errors);
	}
	const { pilot, day, igc } = parsed.data;
	return uploadIgc(ctx, {
		registrationId: pilot,
		dayId: day,
		fileName: igc.name,
		bytes: new Uint8Array(await igc.arrayBuffer()),
	});
}
