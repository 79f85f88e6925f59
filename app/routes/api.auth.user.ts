import { toUserJson, userResponse } from "~/lib/accounts/user-json";
import { endpoint, forUsers } from "~/lib/api/endpoint.server";
import { done } from "~/lib/result";

const { loader: respond, action: respondToChange } = endpoint({
	GET: forUsers({
		summary: "Who is logged in",
		response: userResponse,
		run: async ({ ctx }) => done(toUserJson(ctx.actor)),
	}),
});

export const loader = respond;
export const action = respondToChange;
