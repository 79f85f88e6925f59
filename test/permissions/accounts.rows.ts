import { admins, everybody, guestsOnly, type Row, row, users } from "./row";

const profile = (email: string) => ({ name: "Jana", surname: "Nová", email });

/** Accounts and the local mailbox. */
export const rows: readonly Row[] = [
	row("GET /signup", "the page", guestsOnly),
	row("POST /signup", "an address that has an account", everybody(400), {
		...profile("{pilot.email}"),
		password: "termika nad lesem",
	}),
	row("GET /user-profile", "the page", users(200)),
	row("POST /user-profile", "a change of the name", { ...users(400), pilot: 303 }, profile("{pilot.email}")),
	// The address of the 2025 edition's admin is the admin's own.
	row(
		"POST /user-profile",
		"the address of the edition's admin, without the password",
		{ ...users(400), admin: 303 },
		profile("{admin.email}"),
	),
	row("POST /user-profile/data", "one's own data", users(200)),
	row("GET /user-profile/erase", "the page", users(200)),
	row("POST /user-profile/erase", "a wrong password", users(400), { password: "not the password" }),
	row("POST /user-profile/erase", "withdrawing a request that there is not", users(303), {
		intent: "withdraw",
	}),
	row(
		`GET /erase-account/{absentId}?expires=9999999999&signature=${"A".repeat(43)}`,
		"a link nobody was sent",
		everybody(404),
	),
	row(
		`POST /erase-account/{absentId}?expires=9999999999&signature=${"A".repeat(43)}`,
		"confirming by a link nobody was sent",
		everybody(404),
	),
	row("GET /confirm-email?token={absentId}", "a link nobody was sent", everybody(404)),
	row("POST /confirm-email", "a token nobody was sent", everybody(404), { token: "{absentId}" }),
	row("GET /undo-email?token={absentId}", "a link nobody was sent", everybody(404)),
	row("POST /undo-email", "a token nobody was sent", everybody(404), { token: "{absentId}" }),
	row("GET /api/users", "the list", admins(200)),
	row("POST /api/users", "an address that has an account", everybody(400), {
		...profile("{pilot.email}"),
		password: "termika nad lesem",
	}),
	row("PUT /api/users", "a change of oneself", users(200), profile("{absentId}@example.com")),
	row("GET /dev/mail", "the local mailbox", everybody(200)),
	row("GET /dev/mail.json", "the local mailbox for tests", everybody(200)),
	row("GET /dev/gallery", "the pieces of the pages", everybody(200)),
	row("GET /dev/gallery/day", "the pieces of the pages of a day", everybody(200)),
	row("GET /dev/gallery/desk", "the pieces of the desk", everybody(200)),
	row("GET /dev/gallery/results", "the pieces of the pages of results", everybody(200)),
	row("GET /dev/gallery/task", "the pieces of the pages of a task", everybody(200)),
];
