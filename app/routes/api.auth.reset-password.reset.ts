import { resetSchema } from "~/lib/accounts/account-schemas";
import { resetPassword } from "~/lib/accounts/reset-password.server";
import { messageResponse } from "~/lib/accounts/user-json";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAll({
		summary: "Set a new password by a link's token",
		body: resetSchema,
		allRequired: true,
		response: messageResponse,
		refusals: ["reset-token-missing", "reset-token-unknown", "reset-token-used", "reset-token-invalid"],
		run: async ({ ctx, body }) => {
			const result = await resetPassword(ctx, body);
			return result.ok ? done({ msg: "Password was successfully changed" }) : result;
		},
	}),
});

export { action, loader };
