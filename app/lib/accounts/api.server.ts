import { z } from "zod";
import type { Actor } from "~/lib/context";
import { asJson, type Call, forAll, forStaff, forUsers } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { done } from "~/lib/result";
import { listUsers } from "./account-queries.server";
import {
	apiLoginSchema,
	changePasswordSchema,
	linkTokenSchema,
	profileSchema,
	resetRequestSchema,
	resetSchema,
	signupSchema,
} from "./account-schemas";
import { changePassword } from "./change-password.server";
import { changeProfile } from "./change-profile.server";
import { logInByApi } from "./log-in.server";
import { checkResetToken, requestReset, resetPassword } from "./reset-password.server";
import { signUp } from "./sign-up.server";

const userResponse = z.object({
	id: z.string(),
	_id: z.string(),
	name: z.string(),
	surname: z.string(),
	email: z.string(),
	admin: z.boolean(),
});

const sessionResponse = z.object({ token: z.string(), user: userResponse });

const messageResponse = z.object({ msg: z.string() });

const listedUserResponse = userResponse.extend({ passwordValid: z.boolean() });

type User = Pick<Actor, "id" | "name" | "surname" | "email" | "role">;

function toUserJson({ id, name, surname, email, role }: User): z.infer<typeof userResponse> {
	return { id, _id: id, name, surname, email, admin: role === "organiser" };
}

function toSessionJson({ token, user }: { readonly token: string; readonly user: User }) {
	return { token, user: toUserJson(user) };
}

const refusedLinks = [
	"reset-token-missing",
	"reset-token-unknown",
	"reset-token-used",
	"reset-token-invalid",
] as const;
const forPeople = forStaff("people");

/** Calls about sessions, passwords and accounts. */
export const accountCalls: readonly Call[] = [
	forAll("POST /api/auth", {
		summary: "Log in",
		body: apiLoginSchema,
		allRequired: true,
		response: sessionResponse,
		refusals: ["invalid-credentials", "password-expired", "code-missing", "code-wrong"],
		run: ({ ctx, body }) => asJson(logInByApi(ctx, body), toSessionJson),
	}),
	forUsers("GET /api/auth/user", {
		summary: "The signed-in user",
		response: userResponse,
		run: async ({ ctx }) => done(toUserJson(ctx.actor)),
	}),
	forUsers("POST /api/auth/change-password", {
		summary: "Change the own password; every older token stops working",
		body: changePasswordSchema,
		allRequired: true,
		response: sessionResponse,
		refusals: ["invalid-old-password"],
		run: ({ ctx, body }) => asJson(changePassword(ctx, body), toSessionJson),
	}),
	forAll("POST /api/auth/reset-password", {
		summary: "Ask for a link to a new password; the answer does not show whether the account exists",
		body: resetRequestSchema,
		allRequired: true,
		response: messageResponse,
		run: ({ ctx, body }) => asJson(requestReset(ctx, body), () => ({ msg: "Email sent" })),
	}),
	forAll("POST /api/auth/reset-password/valid", {
		summary: "Whether a link to a new password is still good",
		body: linkTokenSchema,
		response: messageResponse,
		refusals: refusedLinks,
		run: ({ ctx, body }) => asJson(checkResetToken(ctx, body.token), () => ({ msg: "Token is valid" })),
	}),
	forAll("POST /api/auth/reset-password/reset", {
		summary: "Set a new password by a link's token",
		body: resetSchema,
		allRequired: true,
		response: messageResponse,
		refusals: refusedLinks,
		run: ({ ctx, body }) =>
			asJson(resetPassword(ctx, body), () => ({ msg: "Password was successfully changed" })),
	}),
	forPeople("GET /api/users", {
		summary: "Every account, by surname",
		response: z.array(listedUserResponse),
		run: async ({ ctx }) =>
			done((await listUsers(ctx)).map((user) => ({ ...toUserJson(user), ...pick(user, "passwordValid") }))),
	}),
	forAll("POST /api/users", {
		summary: "Sign up, once signup is open",
		status: 201,
		body: signupSchema,
		allRequired: true,
		response: sessionResponse,
		refusals: ["user-exists", "signup-closed", "invalid-fields"],
		run: ({ ctx, body }) => asJson(signUp(ctx, body), toSessionJson),
	}),
	forUsers("PUT /api/users", {
		summary: "Change the own name, surname and email; the email by the link that is sent to it",
		body: profileSchema,
		allRequired: true,
		/** `msg` says that another address waits for its link. `email` is then the one from before. */
		response: userResponse.extend({ msg: z.string().optional() }),
		refusals: ["email-exists"],
		run: ({ ctx, body }) =>
			asJson(changeProfile(ctx, body), ({ user, emailWaits }) => ({
				...toUserJson(user),
				...(emailWaits ? { msg: textsOf("en").t("account.email.linkSent") } : {}),
			})),
	}),
];
