import type { RefusalReason } from "./refusals";

/** Keys of messages by the name of the field they belong to. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface Refusal<R extends RefusalReason = RefusalReason> {
	readonly ok: false;
	readonly reason: R;
	readonly errors?: FieldErrors;
	/** Key of a text that says it more exactly than the reason's own, with its values as in a complaint. */
	readonly detail?: string;
	/** Seconds after which it makes sense to try again. */
	readonly retryAfter?: number;
}

/** What a use case returns: a value, or the reason why not. */
export type Result<T, R extends RefusalReason = RefusalReason> =
	| { readonly ok: true; readonly value: T }
	| Refusal<R>;

export function done<T>(value: T): { readonly ok: true; readonly value: T } {
	return { ok: true, value };
}

export function refuse<R extends RefusalReason>(reason: R, errors?: FieldErrors): Refusal<R> {
	return errors ? { ok: false, reason, errors } : { ok: false, reason };
}

/** The refusal of somebody who came too often. @param retryAfter seconds */
export function refuseForNow(retryAfter: number): Refusal<"too-many-requests"> {
	return { ok: false, reason: "too-many-requests", retryAfter };
}
