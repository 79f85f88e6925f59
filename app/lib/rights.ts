import type { Role } from "~db/enums";

/** What the roles may do beyond a competitor. This is the only place that says so; every use case and route asks for one of these. */
const rightsOfRoles = {
	/** Everything. */
	organiser: [
		/** Acceptance, changes, disqualification, exports, glider types. */
		"entries",
		/** Competition days, their cancellation, tracking. */
		"days",
		/** Links to the desk for helpers without an account. */
		"duty",
		/** Accounts, and messages to them. */
		"people",
		"settings",
		/** Outbox, audit log, erasures, jobs. */
		"operations",
		/** Invitations and roles. */
		"team",
		"overview",
		"tasks",
		"logs",
		"scoring",
		"desk",
		"payments",
		"news",
		"documents",
		"photos",
	],
	scorer: [
		"overview",
		/** Tasks, waypoints and airspace. */
		"tasks",
		/** Flight logs: whose they are, which count; logs that nobody else sees. */
		"logs",
		/** Scores and results: evaluation, decisions, protests, official tables. */
		"scoring",
	],
	/** Statuses, grid, outlandings, and the telephones of who is missing. */
	desk: ["overview", "desk"],
	treasurer: [
		"overview",
		/** Who has paid, who owes what, and mails about it. */
		"payments",
	],
	reporter: [
		"overview",
		"news",
		"documents",
		/** Links to albums of photographs. */
		"photos",
	],
} as const satisfies Readonly<Record<Role, readonly string[]>>;

export type Right = (typeof rightsOfRoles)[Role][number];

/** What pages of scoring ask for: logs are matched and airspaces switched there as well. */
export const scorerRights = ["scoring", "logs", "tasks"] as const;

export function hasRight(role: Role | null | undefined, right: Right): boolean {
	return role != null && rightsOfRoles[role].some((one) => one === right);
}
