import type { Limit } from "~/lib/http/throttle.server";

/* Only calls that hash a password or send a mail are counted. */

export const loginsByAddress: Limit = { name: "login", most: 100, seconds: 60 };
/** Counts wrong passwords; a right one clears the count. */
export const loginsByAccount: Limit = { name: "login", most: 10, seconds: 60 };
export const signups: Limit = { name: "signup", most: 20, seconds: 60 };
export const passwordChanges: Limit = { name: "password-change", most: 10, seconds: 60 };
export const resetRequestsByAddress: Limit = { name: "reset-request", most: 20, seconds: 60 };
/** Nobody can fill somebody else's mailbox. */
export const resetRequestsByAccount: Limit = { name: "reset-request", most: 10, seconds: 60 * 60 };
export const resets: Limit = { name: "reset", most: 100, seconds: 60 };
