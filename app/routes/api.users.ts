import { z } from "zod";
import { listUsers } from "~/lib/accounts/account-queries.server";
import { profileSchema, signupSchema } from "~/lib/accounts/account-schemas";
import { changeProfile } from "~/lib/accounts/change-profile.server";
import { signUp } from "~/lib/accounts/sign-up.server";
import {
	listedUserResponse,
	sessionResponse,
	toListedUserJson,
	toSessionJson,
	toUserJson,
	userResponse,
} from "~/lib/accounts/user-json";
import { endpoint, forAdmins, forAll, forUsers } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "Every account, by surname",
		response: z.array(listedUserResponse),
		run: async ({ ctx }) => done((await listUsers(ctx)).map(toListedUserJson)),
	}),
	POST: forAll({
		summary: "Sign up, once signup is open",
		status: 201,
		body: signupSchema,
		allRequired: true,
		response: sessionResponse,
		refusals: ["user-exists", "signup-closed", "invalid-fields"],
		run: async ({ ctx, body }) => {
			const result = await signUp(ctx, body);
			return result.ok ? done(toSessionJson(result.value)) : result;
		},
	}),
	PUT: forUsers({
		summary: "Change the own name, surname and email; the email by the link that is sent to it",
		body: profileSchema,
		allRequired: true,
		/** `msg` says that another address waits for its link. `email` is then the one from before. */
		response: userResponse.extend({ msg: z.string().optional() }),
		refusals: ["email-exists"],
		run: async ({ ctx, body }) => {
			const result = await changeProfile(ctx, body);
			if (!result.ok) return result;
			const user = toUserJson(result.value.user);
			if (!result.value.emailWaits) return done(user);
			return done({ ...user, msg: textsOf("en").t("account.email.linkSent") });
		},
	}),
});

export { action, loader };
