import { refusalResponse } from "~/lib/http/refusal-response.server";
import { refuse } from "~/lib/result";

/** Answers 404 for every other path of the API. */
export function loader() {
	return refusalResponse(refuse("not-found"));
}

export const action = loader;
