/**
 * Why a request to SoaringSpot failed; the text is `results.sync.error.<kind>`.
 *
 * - `unauthorized`: the key is refused, or the clock of the Worker is more than five minutes off
 * - `notFound`, `http`: another error status
 * - `timeout`, `network`: no response
 * - `notJson`, `shape`, `tooLarge`: an unreadable response
 * - `foreignLink`: a link to another host
 */
export type SoaringSpotErrorKind =
	| "unauthorized"
	| "notFound"
	| "http"
	| "timeout"
	| "network"
	| "notJson"
	| "shape"
	| "tooLarge"
	| "foreignLink";

/** The message is for the log; it never holds keys or the body of a response. */
export class SoaringSpotError extends Error {
	readonly kind: SoaringSpotErrorKind;
	readonly status: number | null;

	constructor(kind: SoaringSpotErrorKind, message: string, status: number | null = null) {
		super(message);
		this.name = "SoaringSpotError";
		this.kind = kind;
		this.status = status;
	}
}
