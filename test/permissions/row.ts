import type { createAdmin, createRegistration, createUser } from "~test/support/factories";
import { filledIn } from "~test/support/filled-in";

type Made<F extends (...values: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;

/** The people and things that every row of the matrix may speak of. A request that changes them is followed by a new world. */
export interface World {
	/** Has an accepted entry. */
	readonly pilot: Made<typeof createUser>;
	readonly registration: Made<typeof createRegistration>;
	/** Has an entry as well, which is foreign to the first. */
	readonly otherPilot: Made<typeof createUser>;
	readonly otherRegistration: Made<typeof createRegistration>;
	readonly admin: Made<typeof createAdmin>;
	/** Admin of the edition of 2024; knows nobody in 2025. */
	readonly foreignAdmin: Made<typeof createAdmin>;
	/** First competition day. */
	readonly dayId: string;
	readonly classId: string;
	/** An id that is nobody's. */
	readonly absentId: string;
}

export const roles = ["anonymous", "pilot", "otherPilot", "admin", "foreignAdmin"] as const;
export type Role = (typeof roles)[number];

/** One request, and the status each role gets. */
export interface Row {
	/** What is asked for, in a few words; rows of one route differ in it. */
	readonly what: string;
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** With the names of what the world fills in: `/igc/{absentId}`. */
	readonly template: string;
	/** JSON of an API call, fields of a page's form, or a multipart form. */
	readonly body?: (world: World) => Record<string, unknown> | FormData;
	readonly expected: Readonly<Record<Role, number>>;
}

/** A line of the matrix. @param call method and path; `{absentId}` and `{pilot.id}` in it and in a body are what the world has by that name */
export function row(
	call: `${Row["method"]} /${string}`,
	what: string,
	expected: Row["expected"],
	body?: Record<string, unknown> | Row["body"],
): Row {
	const [method, template] = call.split(" ") as [Row["method"], string];
	const known = { method, template, what, expected };
	if (body === undefined || typeof body === "function") return { ...known, ...(body && { body }) };
	return { ...known, body: (world) => JSON.parse(filledIn(JSON.stringify(body), world)) };
}

/** Everybody gets the same. */
export function everybody(status: number): Record<Role, number> {
	return { anonymous: status, pilot: status, otherPilot: status, admin: status, foreignAdmin: status };
}

/** Those who are logged in get one status, the others 401. */
export function users(status: number): Record<Role, number> {
	return { anonymous: 401, pilot: status, otherPilot: status, admin: status, foreignAdmin: 401 };
}

/** Admins get one status, users 403, the others 401. */
export function admins(status: number): Record<Role, number> {
	return { anonymous: 401, pilot: 403, otherPilot: 403, admin: status, foreignAdmin: 401 };
}

/** Redirects signed-in users, shows the page to the others. */
export const guestsOnly = {
	anonymous: 200,
	pilot: 302,
	otherPilot: 302,
	admin: 302,
	foreignAdmin: 200,
} as const;
