import { resetRequestSchema } from "~/lib/accounts/account-schemas";
import { requestReset } from "~/lib/accounts/reset-password.server";
import { messageResponse } from "~/lib/accounts/user-json";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAll({
		summary: "Ask for a link to a new password; the answer does not show whether the account exists",
		body: resetRequestSchema,
		allRequired: true,
		response: messageResponse,
		run: async ({ ctx, body }) => {
			const result = await requestReset(ctx, body);
			return result.ok ? done({ msg: "Email sent" }) : result;
		},
	}),
});

export { action, loader };
