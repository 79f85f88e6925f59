import { readFormLists } from "~/lib/entries/form-lists.server";
import { formListsJson, toFormListsJson } from "~/lib/entries/registration-json";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "What the entry form offers",
		cached: [],
		response: formListsJson,
		run: async ({ ctx }) => done(toFormListsJson(await readFormLists(ctx))),
	}),
});

export { action, loader };
