import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { movedTo } from "~/lib/http/moved.server";
import { operationsPath } from "~/lib/operations/operations-path";

export const loader = ({ request }: LoaderFunctionArgs) => movedTo(request, operationsPath("mail"));
