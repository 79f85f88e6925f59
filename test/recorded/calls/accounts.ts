import { goodPassword } from "~test/support/accounts";
import { further, type Plan, plan } from "../ask";
import type { World } from "../season";

export function reads(_: World): Plan[] {
	return [
		plan("GET /api/auth/user", { what: "the own account" }),
		plan("GET /api/users", { what: "all accounts" }),
	];
}

const newAccount = {
	name: "Hana",
	surname: "Větrovská",
	email: "vetrovska@example.com",
	password: goodPassword,
};
const mine = { name: "Jana", surname: "Adamová-Nová", email: "a1@example.com" };
const change = { oldPassword: goodPassword, newPassword: "Kumulus nad Vysočinou" };
/** Nobody has been sent it. */
const token = "A".repeat(43);

export function writes({ pilots, people, secondFactor, resetToken }: World): Plan[] {
	const login = { email: pilots.A1.email, password: goodPassword };
	const anonymous = { by: ["anonymous"] as const };
	return [
		plan("POST /api/auth", { what: "a login", json: login }),
		further(
			"POST /api/auth",
			{ what: "another case of the address", json: { ...login, email: " A1@Example.com " }, ...anonymous },
			{ what: "a wrong password", json: { ...login, password: "wrong" }, ...anonymous },
			{
				what: "a wrong password again and again",
				json: { ...login, password: "wrong" },
				times: 7,
				...anonymous,
			},
			{ what: "an unknown address", json: { ...login, email: "nobody@example.com" }, ...anonymous },
			{ what: "a code that nobody asks for", json: { ...login, code: "123456" }, ...anonymous },
			{ what: "an organiser", json: { ...login, email: people.organiser.email }, ...anonymous },
			{
				what: "an organiser of the deployed site, without a second factor",
				json: { ...login, email: people.organiser.email },
				isProduction: true,
				...anonymous,
			},
			...secondFactorLogins(secondFactor).map((input) => ({ ...input, ...anonymous })),
		),
		plan("POST /api/users", { what: "a new account", json: newAccount }),
		further(
			"POST /api/users",
			{ what: "an address that has an account", json: { ...newAccount, email: login.email }, ...anonymous },
			{
				what: "a short password",
				json: { ...newAccount, email: "b@example.com", password: "abc" },
				...anonymous,
			},
			{
				what: "a password that says the name",
				json: { ...newAccount, email: "b@example.com", password: "hana větrovská" },
				...anonymous,
			},
			{ what: "an address without a host", json: { ...newAccount, email: "hana" }, ...anonymous },
			{
				what: "before signup opens",
				json: { ...newAccount, email: "early@example.com" },
				clock: "2025-02-01T10:00:00Z",
				...anonymous,
			},
		),
		plan("PUT /api/users", {
			what: "another surname",
			json: mine,
			by: ["anonymous", "pilot", "other edition"],
		}),
		further(
			"PUT /api/users",
			{ what: "another's address", json: { ...mine, email: pilots.B2.email }, by: ["pilot"] },
			{ what: "a new address", json: { ...mine, email: "nova@example.com" }, by: ["pilot"] },
		),
		plan("POST /api/auth/reset-password", { what: "an account", json: { email: pilots.B2.email } }),
		further("POST /api/auth/reset-password", {
			what: "no account",
			json: { email: "nobody@example.com" },
			...anonymous,
		}),
		plan("POST /api/auth/reset-password/valid", { what: "a token that nobody was sent", json: { token } }),
		plan("POST /api/auth/reset-password/reset", {
			what: "a token that nobody was sent",
			json: { token, password: goodPassword },
		}),
		further(
			"POST /api/auth/reset-password/valid",
			{ what: "a mailed token", json: { token: resetToken }, ...anonymous },
			{
				what: "a mailed token days later",
				json: { token: resetToken },
				clock: "2025-07-20T10:00:00Z",
				...anonymous,
			},
		),
		further(
			"POST /api/auth/reset-password/reset",
			{ what: "a short password", json: { token: resetToken, password: "abc" }, ...anonymous },
			{ what: "a mailed token", json: { token: resetToken, password: goodPassword }, ...anonymous },
			{ what: "a used token", json: { token: resetToken, password: goodPassword }, ...anonymous },
		),
		further("POST /api/auth/reset-password/valid", {
			what: "a used token",
			json: { token: resetToken },
			...anonymous,
		}),
		plan("POST /api/auth/change-password", {
			what: "a wrong old password",
			json: { ...change, oldPassword: "wrong" },
		}),
		further(
			"POST /api/auth/change-password",
			{
				what: "a new password that is too short",
				json: { ...change, newPassword: "abc" },
				by: ["other pilot"],
			},
			{ what: "a new password", json: change, by: ["pilot", "newcomer"] },
		),
		further("GET /api/auth/user", { what: "with tokens of before the change", by: ["pilot", "newcomer"] }),
	];
}

/** Logins of an organiser with a second factor, in a minute in which its code is new. */
function secondFactorLogins({ email, codes: [first, second] }: World["secondFactor"]) {
	const login = { email, password: goodPassword };
	return [
		{ what: "a second factor, without the code", json: login },
		{ what: "a second factor, a wrong code", json: { ...login, code: "12345x" } },
		{ what: "a second factor, the code", json: { ...login, code: first?.code }, clock: first?.clock },
		{ what: "a second factor, a used code", json: { ...login, code: first?.code }, clock: first?.clock },
		{
			what: "a second factor, the code behind the password",
			json: { ...login, password: `${goodPassword} ${second?.code}` },
			clock: second?.clock,
		},
	].map(({ clock, ...input }) => ({ ...input, ...(clock ? { clock } : {}) }));
}
