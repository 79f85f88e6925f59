import { toWholeListJson, wholeListJson } from "~/lib/entries/starting-list/starting-list-json";
import { readWholeList } from "~/lib/entries/starting-list/starting-list-queries.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "Every entry by class",
		response: wholeListJson,
		run: async ({ ctx }) => done(toWholeListJson(await readWholeList(ctx))),
	}),
});

export { action, loader };
