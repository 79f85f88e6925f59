import { toUserJson, userResponse } from "~/lib/accounts/user-json";
import { endpoint, forUsers } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forUsers({
		summary: "The signed-in user",
		response: userResponse,
		run: async ({ ctx }) => done(toUserJson(ctx.actor)),
	}),
});

export { action, loader };
