import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readCalendar, signupCalendar } from "~/lib/days/calendar.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [{ name: "event", values: ["signup"] }] });

/** The competition days for everybody's own calendar; with `?event=signup` the opening of signup instead. */
export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const ofSignup = new URL(request.url).searchParams.get("event") === "signup";
	return new Response(ofSignup ? signupCalendar(ctx) : await readCalendar(ctx), {
		headers: {
			"Content-Type": "text/calendar; charset=utf-8",
			"Content-Disposition": `inline; filename="glider-cup-${ctx.edition.year}${ofSignup ? "-signup" : ""}.ics"`,
			"Content-Language": ctx.language,
		},
	});
}
