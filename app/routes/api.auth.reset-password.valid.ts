import { linkTokenSchema } from "~/lib/accounts/account-schemas";
import { checkResetToken } from "~/lib/accounts/reset-password.server";
import { messageResponse } from "~/lib/accounts/user-json";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	POST: forAll({
		summary: "Whether a link to a new password is still good",
		body: linkTokenSchema,
		response: messageResponse,
		refusals: ["reset-token-missing", "reset-token-unknown", "reset-token-used", "reset-token-invalid"],
		run: async ({ ctx, body }) => {
			const result = await checkResetToken(ctx, body.token);
			return result.ok ? done({ msg: "Token is valid" }) : result;
		},
	}),
});

export { action, loader };
