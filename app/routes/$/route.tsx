import { errorPage } from "~/lib/http/page-guards.server";
import { page } from "~/shell/handle";

export const handle = page({});

function notFound(): never {
	throw errorPage("not-found");
}

export const loader = notFound;
export const action = notFound;

export default function NoPage() {
	return null;
}
