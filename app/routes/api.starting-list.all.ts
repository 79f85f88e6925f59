import { endpoint, forAdmins } from "~/lib/api/endpoint.server";
import { done } from "~/lib/result";
import { toWholeListJson, wholeListJson } from "~/lib/starting-list/starting-list-json";
import { readWholeList } from "~/lib/starting-list/starting-list-queries.server";

const { loader, action } = endpoint({
	GET: forAdmins({
		summary: "Every entry by class",
		response: wholeListJson,
		run: async ({ ctx }) => done(toWholeListJson(await readWholeList(ctx))),
	}),
});

export { action, loader };
