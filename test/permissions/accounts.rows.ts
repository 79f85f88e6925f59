import { admins, everybody, guestsOnly, type MatrixRow, row, users } from "./row";

const profile = (email: string) => ({ name: "Jana", surname: "Nová", email });

/** Accounts and the local mailbox. */
export const rows: readonly MatrixRow[] = [
	row("GET", "routes/signup", "the page", "/signup", guestsOnly),
	row("POST", "routes/signup", "an address that has an account", "/signup", everybody(400), ({ pilot }) => ({
		...profile(pilot.email),
		password: "termika nad lesem",
	})),
	row("GET", "routes/user-profile", "the page", "/user-profile", users(200)),
	row(
		"POST",
		"routes/user-profile",
		"a change of the name",
		"/user-profile",
		{ ...users(400), pilot: 303 },
		({ pilot }) => profile(pilot.email),
	),
	// The address of the 2025 edition's admin is the admin's own.
	row(
		"POST",
		"routes/user-profile",
		"the address of the edition's admin, without the password",
		"/user-profile",
		{ ...users(400), admin: 303 },
		({ admin }) => profile(admin.email),
	),
	row("POST", "routes/user-profile_.data", "one's own data", "/user-profile/data", users(200)),
	row("GET", "routes/user-profile_.erase", "the page", "/user-profile/erase", users(200)),
	row("POST", "routes/user-profile_.erase", "a wrong password", "/user-profile/erase", users(400), {
		password: "not the password",
	}),
	row(
		"POST",
		"routes/user-profile_.erase",
		"withdrawing a request that there is not",
		"/user-profile/erase",
		users(303),
		{ intent: "withdraw" },
	),
	row(
		"GET",
		"routes/erase-account.$erasureId",
		"a link nobody was sent",
		({ absentId }) => `/erase-account/${absentId}?expires=9999999999&signature=${"A".repeat(43)}`,
		everybody(404),
	),
	row(
		"POST",
		"routes/erase-account.$erasureId",
		"confirming by a link nobody was sent",
		({ absentId }) => `/erase-account/${absentId}?expires=9999999999&signature=${"A".repeat(43)}`,
		everybody(404),
	),
	row(
		"GET",
		"routes/confirm-email",
		"a link nobody was sent",
		"/confirm-email?token={absentId}",
		everybody(404),
	),
	row(
		"POST",
		"routes/confirm-email",
		"a token nobody was sent",
		"/confirm-email",
		everybody(404),
		({ absentId }) => ({ token: absentId }),
	),
	row("GET", "routes/undo-email", "a link nobody was sent", "/undo-email?token={absentId}", everybody(404)),
	row(
		"POST",
		"routes/undo-email",
		"a token nobody was sent",
		"/undo-email",
		everybody(404),
		({ absentId }) => ({ token: absentId }),
	),
	row("GET", "routes/api.users", "the list", "/api/users", admins(200)),
	row(
		"POST",
		"routes/api.users",
		"an address that has an account",
		"/api/users",
		everybody(400),
		({ pilot }) => ({ ...profile(pilot.email), password: "termika nad lesem" }),
	),
	row("PUT", "routes/api.users", "a change of oneself", "/api/users", users(200), ({ absentId }) =>
		profile(`${absentId}@example.com`),
	),
	row("GET", "routes/dev.mail", "the local mailbox", "/dev/mail", everybody(200)),
	row("GET", "routes/dev.mail[.]json", "the local mailbox for tests", "/dev/mail.json", everybody(200)),
	row("GET", "routes/dev.gallery", "the pieces of the pages", "/dev/gallery", everybody(200)),
	row(
		"GET",
		"routes/dev.gallery_.day",
		"the pieces of the pages of a day",
		"/dev/gallery/day",
		everybody(200),
	),
	row("GET", "routes/dev.gallery_.desk", "the pieces of the desk", "/dev/gallery/desk", everybody(200)),
	row(
		"GET",
		"routes/dev.gallery_.results",
		"the pieces of the pages of results",
		"/dev/gallery/results",
		everybody(200),
	),
	row(
		"GET",
		"routes/dev.gallery_.task",
		"the pieces of the pages of a task",
		"/dev/gallery/task",
		everybody(200),
	),
];
