import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { movedTo } from "~/lib/http/moved.server";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";

export const loader = ({ request }: LoaderFunctionArgs) => movedTo(request, scoringDaysPath);
