import { z } from "zod";
import { enter } from "~/lib/entries/enter.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { entryBody, groupedEntry, inContractSpelling } from "~/lib/entries/registration-body";
import { registrationJson, toRegistrationJson } from "~/lib/entries/registration-json";
import { updateOwnEntry } from "~/lib/entries/update-entry.server";
import { endpoint, forUsers } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, refuse } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forUsers({
		summary: "Own entry",
		response: registrationJson,
		refusals: ["registration-missing"],
		run: async ({ ctx }) => {
			const [entry] = await entryOfUser(ctx.db, ctx.actor.id);
			return entry ? done(toRegistrationJson(entry)) : refuse("registration-missing");
		},
	}),
	POST: forUsers({
		summary: "Enter the competition",
		status: 201,
		body: entryBody,
		documentedBody: groupedEntry,
		response: registrationJson,
		refusals: ["registration-exists", "invalid-fields", "entries-closed"],
		run: async ({ ctx, body }) => {
			const entered = await enter(ctx, body);
			return entered.ok ? done(toRegistrationJson(entered.value)) : inContractSpelling(entered);
		},
	}),
	PUT: forUsers({
		summary: "Change own entry; class, number and glider of an accepted one wait for an organiser's consent",
		body: entryBody,
		documentedBody: groupedEntry,
		/** `msg` says that a change waits. The fields then have the values from before it. */
		response: registrationJson.extend({ msg: z.string().optional() }),
		refusals: ["registration-missing", "invalid-fields", "entries-closed", "stale"],
		run: async ({ ctx, body }) => {
			const updated = await updateOwnEntry(ctx, body);
			if (!updated.ok) return inContractSpelling(updated);
			const entry = toRegistrationJson(updated.value);
			if (!updated.value.requestedChange) return done(entry);
			return done({ ...entry, msg: textsOf("en").t("registration.update.waits") });
		},
	}),
});

export { action, loader };
