import { data } from "@remix-run/cloudflare";
import { page } from "~/shell/handle";

export const handle = page({});

function notFound(): never {
	throw data({ reason: "not-found" }, { status: 404 });
}

export const loader = notFound;
export const action = notFound;

export default function NoPage() {
	return null;
}
