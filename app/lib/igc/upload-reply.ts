import type { StoredLog } from "./store-log.server";
import type { Receipt } from "./upload-receipt";

/** JSON that the script of the upload form gets for one file. */
export type UploadReply =
	| { readonly ok: true; readonly outcome: StoredLog["outcome"]; readonly receipt: Receipt }
	/** A complaint as in forms; `field` is absent when it concerns no field. */
	| { readonly ok: false; readonly complaint: string; readonly field?: string };

/** Text of the message after an upload. */
export const outcomeKeys = {
	new: "igc.submit.success",
	superseded: "igc.submit.superseded",
	repeated: "igc.submit.repeated",
} as const satisfies Record<StoredLog["outcome"], string>;
