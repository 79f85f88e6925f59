import { setFlags } from "~/lib/entries/entry-flags.server";
import { quickActionsSchema } from "~/lib/entries/entry-schema";
import { adminRegistrationJson, toAdminRegistrationJson } from "~/lib/entries/registration-json";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	PUT: forAdmins({
		summary: "Accept an entry, mark it paid or a reserve: exactly the flags that are sent change",
		body: quickActionsSchema,
		response: adminRegistrationJson,
		refusals: ["not-found", "invalid-fields", "stale"],
		run: async ({ ctx, params, body }) => {
			const changed = await setFlags(ctx, params.registrationId ?? "", body);
			return changed.ok ? done(toAdminRegistrationJson(changed.value)) : changed;
		},
	}),
});

export { action, loader };
