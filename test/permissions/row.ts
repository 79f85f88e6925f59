import type { createAdmin, createRegistration, createUser } from "~test/support/factories";

type Row<F extends (...values: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;

/** The people and things that every row of the matrix may speak of. A request that changes them is followed by a new world. */
export interface World {
	/** Has an accepted entry. */
	readonly pilot: Row<typeof createUser>;
	readonly registration: Row<typeof createRegistration>;
	/** Has an entry as well, which is foreign to the first. */
	readonly otherPilot: Row<typeof createUser>;
	readonly otherRegistration: Row<typeof createRegistration>;
	readonly admin: Row<typeof createAdmin>;
	/** Admin of the edition of 2024; knows nobody in 2025. */
	readonly foreignAdmin: Row<typeof createAdmin>;
	/** First competition day. */
	readonly dayId: string;
	readonly classId: string;
	/** An id that is nobody's. */
	readonly absentId: string;
}

export const roles = ["anonymous", "pilot", "otherPilot", "admin", "foreignAdmin"] as const;
export type Role = (typeof roles)[number];

/** One request, and the status each role gets. */
export interface MatrixRow {
	/** Id of the route, as Remix names it. */
	readonly route: string;
	/** What is asked for, in a few words; rows of one route differ in it. */
	readonly what: string;
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	readonly path: (world: World) => string;
	/** JSON of an API call, fields of a page's form, or a multipart form. */
	readonly body?: (world: World) => Record<string, unknown> | FormData;
	readonly expected: Readonly<Record<Role, number>>;
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

/** Redirects whoever is logged in, shows the page to the others. */
export const guestsOnly = {
	anonymous: 200,
	pilot: 302,
	otherPilot: 302,
	admin: 302,
	foreignAdmin: 200,
} as const;
