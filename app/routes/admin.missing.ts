import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { owingPath } from "~/lib/entries/entry-paths";
import { movedTo } from "~/lib/http/moved.server";

export const loader = ({ request }: LoaderFunctionArgs) => movedTo(request, owingPath);
