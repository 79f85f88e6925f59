import { changePasswordSchema } from "~/lib/accounts/account-schemas";
import { changePassword } from "~/lib/accounts/change-password.server";
import { sessionResponse, toSessionJson } from "~/lib/accounts/user-json";
import { endpoint, forUsers } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forUsers({
		summary: "Change the own password; every older token stops working",
		body: changePasswordSchema,
		allRequired: true,
		response: sessionResponse,
		refusals: ["invalid-old-password"],
		run: async ({ ctx, body }) => {
			const result = await changePassword(ctx, body);
			return result.ok ? done(toSessionJson(result.value)) : result;
		},
	}),
});

export { action, loader };
