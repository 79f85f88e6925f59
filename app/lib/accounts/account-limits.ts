import type { Limit } from "~/lib/http/throttle.server";

/* How often each call of accounts may be used. Only what hashes a password or sends a mail is worth counting. */

export const loginsByAddress: Limit = { name: "login", most: 100, seconds: 60 };
/** Wrong passwords; a right one clears the count. */
export const loginsByAccount: Limit = { name: "login", most: 10, seconds: 60 };
export const signups: Limit = { name: "signup", most: 20, seconds: 60 };
export const passwordChanges: Limit = { name: "password-change", most: 10, seconds: 60 };
export const resetRequestsByAddress: Limit = { name: "reset-request", most: 20, seconds: 60 };
/** Keeps anybody from filling another's mailbox. */
export const resetRequestsByAccount: Limit = { name: "reset-request", most: 10, seconds: 60 * 60 };
export const resets: Limit = { name: "reset", most: 100, seconds: 60 };
