/**
 * Why a request to SoaringSpot failed; the page shows the text under `results.sync.error.<kind>`.
 *
 * - `unauthorized`: the key was refused, or our clock is more than five minutes off
 * - `notFound`, `http`: the server answered with another error
 * - `timeout`, `network`: no answer
 * - `notJson`, `shape`, `tooLarge`: an answer that cannot be read
 * - `foreignLink`: a link that leads to another host
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

/** A failed request to SoaringSpot. The message is for the log; it never holds keys or the body of an answer. */
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
