import { refusalResponse } from "~/lib/api/refusal-response.server";
import { refuse } from "~/lib/result";

/** Paths of the API that there are none of. */
export function loader() {
	return refusalResponse(refuse("not-found"));
}

export const action = loader;
