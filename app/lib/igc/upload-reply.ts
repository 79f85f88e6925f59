import type { KeptUpload } from "./store-log.server";
import type { Receipt } from "./upload-receipt";

/** What the script of the upload form gets for one file. */
export type UploadReply =
	| { readonly ok: true; readonly outcome: KeptUpload["outcome"]; readonly receipt: Receipt }
	/** A complaint, as forms have them, and the field it is about. */
	| { readonly ok: false; readonly complaint: string; readonly field?: string };

/** Key of the message of a log that has arrived. */
export const outcomeKeys = {
	new: "igc.submit.success",
	superseded: "igc.submit.superseded",
	repeated: "igc.submit.repeated",
} as const satisfies Record<KeptUpload["outcome"], string>;
