import { entryById } from "~/lib/entries/entries-queries.server";
import { adminEntryBody, groupedAdminEntry, inContractSpelling } from "~/lib/entries/registration-body";
import { adminRegistrationJson, toAdminRegistrationJson } from "~/lib/entries/registration-json";
import { updateEntry } from "~/lib/entries/update-entry.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done, refuse } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "An entry",
		response: adminRegistrationJson,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const [entry] = await entryById(ctx.db, params.registrationId ?? "");
			return entry ? done(toAdminRegistrationJson(entry)) : refuse("not-found");
		},
	}),
	PUT: forAdmins({
		summary: "Change an entry",
		body: adminEntryBody,
		documentedBody: groupedAdminEntry,
		response: adminRegistrationJson,
		refusals: ["not-found", "invalid-fields", "stale"],
		run: async ({ ctx, params, body }) => {
			const updated = await updateEntry(ctx, params.registrationId ?? "", body);
			return updated.ok ? done(toAdminRegistrationJson(updated.value)) : inContractSpelling(updated);
		},
	}),
});

export { action, loader };
