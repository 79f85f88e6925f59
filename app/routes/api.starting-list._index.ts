import { startingListJson, toStartingListJson } from "~/lib/entries/starting-list/starting-list-json";
import { readStartingList } from "~/lib/entries/starting-list/starting-list-queries.server";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Accepted entries by class: those who start by start number, then the reserves by time of entry",
		cached: [],
		response: startingListJson,
		run: async ({ ctx }) => done(toStartingListJson(await readStartingList(ctx))),
	}),
});

export { action, loader };
