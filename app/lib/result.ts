import type { RefusalReason } from "./refusals";

/** Keys of messages by the name of their field. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface Refusal<R extends RefusalReason = RefusalReason> {
	readonly ok: false;
	readonly reason: R;
	readonly errors?: FieldErrors;
	/** Key of a text that is more precise than the reason's own. Values follow as in `complaints`. */
	readonly detail?: string;
	/** Seconds to wait. */
	readonly retryAfter?: number;
}

/** What a use case returns. */
export type Result<T, R extends RefusalReason = RefusalReason> =
	| { readonly ok: true; readonly value: T }
	| Refusal<R>;

export function done<T>(value: T): { readonly ok: true; readonly value: T } {
	return { ok: true, value };
}

export function refuse<R extends RefusalReason>(reason: R, errors?: FieldErrors): Refusal<R> {
	return errors ? { ok: false, reason, errors } : { ok: false, reason };
}

/** Refuses a client that has reached a rate limit. @param retryAfter seconds */
export function refuseForNow(retryAfter: number): Refusal<"too-many-requests"> {
	return { ok: false, reason: "too-many-requests", retryAfter };
}

/** The value that a function gives when it does not refuse. */
export type ValueOf<Reading extends (...of: never[]) => unknown> = Extract<
	Awaited<ReturnType<Reading>>,
	{ readonly ok: true; readonly value: unknown }
>["value"];
