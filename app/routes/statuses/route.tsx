import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadFresh, useFreshData, useRefresh } from "~/components/queue/fresh-data";
import { isAtDesk } from "~/lib/access";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, refuseEndedDuty, requireDesk } from "~/lib/http/page-guards.server";
import { inLoop, loopParameter } from "~/lib/http/page-loop";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { revalidateUnlessFailed } from "~/shell/revalidation";
import { actOnBoard } from "./actions.server";
import { boardPath, boardViews, listFilters, readBoardChoice, statusSorts } from "./board-address";
import { BoardPage } from "./board-page";
import { ListPage } from "./list-page";
import { readStatusBoard, type StatusesData } from "./page.server";

const refreshSeconds = 20;

export const handle = page({
	titleOf: (loaded, t, { language }) => {
		const { day } = (loaded as StatusesData).board;
		const ofDay = day ? `: ${dayAndDate(t, day, language)}` : "";
		return `${t("nav.statuses")}${ofDay}`;
	},
	cached: [
		{ name: "day", values: null },
		{ name: "gliderType", values: null },
		{ name: "class", values: null },
		{ name: "q", values: null },
		{ name: "only", values: listFilters },
		{ name: "sort", values: statusSorts },
		{ name: "view", values: boardViews },
		loopParameter,
	],
	...inLoop("/statuses?view=board"),
	withoutChrome: (query) => readBoardChoice(query).view !== "list",
	reloadAfter: (query) => (readBoardChoice(query).view === "board" ? refreshSeconds : null),
});

export const shouldRevalidate = revalidateUnlessFailed;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<StatusesData> {
	const { ctx, version } = context;
	const choice = readBoardChoice(new URL(request.url).searchParams);
	if (choice.duty) refuseEndedDuty(context);
	const result = await readStatusBoard(ctx, choice);
	if (!result.ok) throw errorPage(result.reason);
	return {
		board: result.value,
		choice,
		admin: isAtDesk(ctx) && result.value.isDesk,
		hydrates: ctx.actor !== null || ctx.onDuty !== null,
		readAt: ctx.now,
		version,
		clockAhead: Math.round((ctx.now.getTime() - Date.now()) / 60_000),
	};
}

export const clientLoader = loadFresh;

/** Sets one status, makes the missing ones or adds and removes a reserve, and returns to the board with the same choices. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireDesk(context);
	const form = bodyOf(await readForm(request));
	return actOnBoard({
		ctx,
		form,
		back: boardPath(readBoardChoice(new URL(request.url).searchParams)),
		isDocument: request.headers.get("Sec-Fetch-Dest") === "document",
	});
}

export default function StatusesPage() {
	const { data, lostSince } = useFreshData<typeof loader>();
	return <Statuses key={boardPath(data.choice)} data={data} lostSince={lostSince} />;
}

function Statuses({ data, lostSince }: { readonly data: StatusesData; readonly lostSince: string | null }) {
	const { choice, hydrates } = data;
	const asks = hydrates && choice.view !== "board-paused";
	const live = useRefresh(asks ? refreshSeconds : null, lostSince);
	const refresh = {
		"data-refresh": hydrates ? undefined : refreshSeconds,
		"data-refresh-url": hydrates ? undefined : boardPath(choice),
	};
	return (
		<div {...refresh}>
			{choice.view === "list" ? <ListPage data={data} live={live} /> : <BoardPage data={data} live={live} />}
		</div>
	);
}
