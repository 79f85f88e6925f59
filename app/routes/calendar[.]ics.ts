import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readCalendar } from "~/lib/days/read-calendar.server";
import { resource } from "~/shell/handle";

export const handle = resource({ cached: [] });

/** The competition days for everybody's own calendar. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return new Response(await readCalendar(ctx), {
		headers: {
			"Content-Type": "text/calendar; charset=utf-8",
			"Content-Disposition": `inline; filename="glider-cup-${ctx.edition.year}.ics"`,
			"Content-Language": ctx.language,
		},
	});
}
