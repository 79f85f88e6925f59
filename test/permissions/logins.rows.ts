import { admins, everybody, guestsOnly, type Row, row, users } from "./row";

/** Each of another address: after a few for one the next has to wait. */
const wrongLogin = () => ({ email: `${crypto.randomUUID()}@example.com`, password: "not the password" });

/** Logins, their second step, sessions and passwords. */
export const rows: readonly Row[] = [
	row("GET /login", "the page", guestsOnly),
	row("POST /login", "a wrong password", everybody(400), wrongLogin),
	row("GET /login/code", "a code without a login", everybody(302)),
	row("POST /login/code", "a code without a login", everybody(303), { code: "000000" }),
	row("GET /second-factor", "the page", {
		...admins(200, "overview"),
		anonymous: 302,
		foreignAdmin: 302,
	}),
	row(
		"POST /second-factor",
		"a wrong code",
		{ ...admins(400, "overview"), anonymous: 303, foreignAdmin: 303 },
		{ code: "000000" },
	),
	row("GET /second-factor/passkeys", "the page, without a second factor", admins(303, "overview")),
	row("POST /second-factor/passkeys", "a passkey, without a second factor", admins(303, "overview"), {
		intent: "remove",
		id: "{absentId}",
	}),
	row("GET /confirm", "the page, without a second factor", users(302)),
	row("POST /confirm", "a code, without a second factor", users(303), { code: "000000" }),
	row("GET /user-profile/sessions", "the address of the form", everybody(302)),
	row("POST /user-profile/sessions", "a session that is none of one's own", users(303), { id: "{absentId}" }),
	row("POST /user-profile/sessions", "the end of all sessions", users(303), { intent: "all" }),
	row("GET /logout", "by link", everybody(303)),
	row("POST /logout", "by form", everybody(303)),
	row("GET /change-password", "the page", users(200)),
	row("POST /change-password", "a wrong old password", users(400), {
		oldPassword: "not the password",
		newPassword: "termika nad lesem",
	}),
	row("GET /password-reset", "the page", everybody(200)),
	row("GET /password-reset?token={absentId}", "a link nobody was sent", everybody(404)),
	row("POST /password-reset", "a request", everybody(303), { email: "{pilot.email}" }),
	row("POST /api/auth", "a wrong password", everybody(400), wrongLogin),
	row("GET /api/auth/user", "who is logged in", users(200)),
	row("POST /api/auth/change-password", "a wrong old password", users(400), {
		oldPassword: "not the password",
		newPassword: "termika nad lesem",
	}),
	row("POST /api/auth/reset-password", "a request", everybody(200), { email: "{pilot.email}" }),
	row("POST /api/auth/reset-password/valid", "a token nobody was sent", everybody(404), {
		token: "{absentId}",
	}),
	row("POST /api/auth/reset-password/reset", "a token nobody was sent", everybody(404), {
		token: "{absentId}",
		password: "termika nad lesem",
	}),
];
