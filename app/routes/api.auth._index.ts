import { apiLoginSchema } from "~/lib/accounts/account-schemas";
import { logInByApi } from "~/lib/accounts/log-in.server";
import { sessionResponse, toSessionJson } from "~/lib/accounts/user-json";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAll({
		summary: "Log in",
		body: apiLoginSchema,
		allRequired: true,
		response: sessionResponse,
		refusals: ["invalid-credentials", "password-expired", "code-missing", "code-wrong"],
		run: async ({ ctx, body }) => {
			const result = await logInByApi(ctx, body);
			return result.ok ? done(toSessionJson(result.value)) : result;
		},
	}),
});

export { action, loader };
