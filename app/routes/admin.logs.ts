import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { movedTo } from "~/lib/http/moved.server";

export const loader = ({ request }: LoaderFunctionArgs) => movedTo(request, "/igc");
