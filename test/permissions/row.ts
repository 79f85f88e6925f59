import { hasRight, type Right } from "~/lib/rights";
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
	readonly scorer: Made<typeof createUser>;
	readonly desk: Made<typeof createUser>;
	readonly treasurer: Made<typeof createUser>;
	readonly reporter: Made<typeof createUser>;
	/** Admin of the edition of 2024; knows nobody in 2025. */
	readonly foreignAdmin: Made<typeof createAdmin>;
	/** First competition day. */
	readonly dayId: string;
	readonly classId: string;
	/** An id that is nobody's. */
	readonly absentId: string;
}

/** Those who have one of the roles, beside the admin, whose role is that of an organiser. */
export const staff = ["scorer", "desk", "treasurer", "reporter"] as const;

export const roles = ["anonymous", "pilot", "otherPilot", "admin", ...staff, "foreignAdmin"] as const;
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

const statusesOf = (statusOf: (role: Role) => number) =>
	Object.fromEntries(roles.map((role) => [role, statusOf(role)])) as Record<Role, number>;

const isSignedIn = (role: Role) => role !== "anonymous" && role !== "foreignAdmin";

/** Everybody gets the same. */
export function everybody(status: number): Record<Role, number> {
	return statusesOf(() => status);
}

/** Those who are logged in get one status, the others 401. */
export function users(status: number): Record<Role, number> {
	return statusesOf((role) => (isSignedIn(role) ? status : 401));
}

/** Admins get one status, and whoever has the right; users 403, the others 401. Without a right it is for admins alone. */
export function admins(status: number, right?: Right): Record<Role, number> {
	const users = statusesOf((role) => (isSignedIn(role) ? 403 : 401));
	return { ...users, ...those(right, status), admin: status };
}

/** The roles that have a right get a status. */
export function those(right: Right | undefined, status: number): Partial<Record<Role, number>> {
	return Object.fromEntries(
		staff.filter((role) => right !== undefined && hasRight(role, right)).map((role) => [role, status]),
	);
}

/** Redirects signed-in users, shows the page to the others. */
export const guestsOnly = statusesOf((role) => (isSignedIn(role) ? 302 : 200));
