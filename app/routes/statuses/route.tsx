import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { isRefresh, useRefresh } from "~/components/refresh/use-refresh";
import { isAdmin } from "~/lib/access";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { adminPage } from "~/lib/http/page-access.server";
import { inLoop, loopParameter } from "~/lib/http/screen-loop";
import { refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";
import { revalidateUnlessFailed } from "~/shell/revalidation";
import { boardPath, boardViews, readBoardChoice } from "./board-address";
import { BoardPage } from "./board-page";
import { ListPage } from "./list-page";
import { actOnBoard } from "./status-actions.server";
import { readStatusBoard } from "./status-board.server";
import type { StatusesData } from "./statuses-data";

const refreshSeconds = 20;

export const handle = page({
	title: "nav.statuses",
	mode: "reading",
	texts: ["statuses", "tasks"],
	cached: [
		{ name: "day", values: null },
		{ name: "gliderType", values: null },
		{ name: "view", values: boardViews },
		loopParameter,
	],
	...inLoop("/statuses?view=board"),
	bare: (query) => readBoardChoice(query).view !== "list",
	reloadAfter: (query) => (readBoardChoice(query).view === "board" ? refreshSeconds : null),
});

export const shouldRevalidate = revalidateUnlessFailed;

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs): Promise<StatusesData> {
	const choice = readBoardChoice(new URL(request.url).searchParams);
	const result = await readStatusBoard(ctx, choice);
	if (!result.ok) throw data({ reason: result.reason }, { status: refusalStatus[result.reason] });
	return {
		board: result.value,
		choice,
		admin: isAdmin(ctx),
		hydrates: ctx.actor !== null,
		language: ctx.language,
		readAt: ctx.now,
		clockAhead: Math.round((ctx.now.getTime() - Date.now()) / 60_000),
	};
}

export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
	if (isRefresh(request)) return serverLoader<typeof loader>().catch(() => null);
	return loadFresh({ request, serverLoader: serverLoader<typeof loader> });
}

/** Sets one status, makes the missing ones or adds and removes a reserve, and returns to the board with the same choices. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = adminPage(context);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	return actOnBoard({
		ctx,
		form: form.value,
		back: boardPath(readBoardChoice(new URL(request.url).searchParams)),
		isDocument: request.headers.get("Sec-Fetch-Dest") === "document",
	});
}

export default function StatusesPage() {
	const first = useFreshData<typeof loader>();
	return <Statuses key={boardPath(first.choice)} first={first} />;
}

function Statuses({ first }: { readonly first: StatusesData }) {
	const asks = first.hydrates && first.choice.view !== "board-paused";
	const { fresh, bar } = useRefresh<StatusesData>(boardPath(first.choice), asks ? refreshSeconds : null);
	// A click may have loaded newer data than the last refresh.
	const newest = fresh && fresh.readAt > first.readAt ? fresh : first;
	const refresh = {
		"data-refresh": first.hydrates ? undefined : refreshSeconds,
		"data-refresh-url": first.hydrates ? undefined : boardPath(first.choice),
	};
	const live = asks ? bar : undefined;
	return (
		<div {...refresh}>
			{first.choice.view === "list" ? (
				<ListPage data={newest} live={live} />
			) : (
				<BoardPage data={newest} live={live} />
			)}
		</div>
	);
}
