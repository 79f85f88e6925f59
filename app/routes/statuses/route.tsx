import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { isRefresh, useRefresh } from "~/components/refresh/use-refresh";
import { isAdmin } from "~/lib/access";
import type { AdminCtx } from "~/lib/context";
import { makeStatuses } from "~/lib/days/make-statuses.server";
import { readFormKey } from "~/lib/db/form-key.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { adminPage } from "~/lib/http/page-access.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { inLoop, loopParameter } from "~/lib/http/screen-loop";
import { formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { refusalStatus } from "~/lib/refusals";
import { launchClass } from "~/lib/statuses/launch-class.server";
import { addReserve, removeReserve } from "~/lib/statuses/reserve-of-day.server";
import { setStatus } from "~/lib/statuses/set-status.server";
import {
	launchSchema,
	makeStatusesSchema,
	reserveSchema,
	statusFormSchema,
} from "~/lib/statuses/status-schema";
import { statusById } from "~/lib/statuses/statuses-queries.server";
import { page } from "~/shell/handle";
import { revalidateUnlessFailed } from "~/shell/revalidation";
import { boardPath, boardViews, readBoardChoice } from "./board-address";
import { BoardPage } from "./board-page";
import { ListPage } from "./list-page";
import { readStatusBoard } from "./status-board.server";
import type { StatusesData } from "./statuses-data";

const refreshSeconds = 20;

export const handle = page({
	title: "nav.statuses",
	mode: "reading",
	texts: ["statuses"],
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
	const back = boardPath(readBoardChoice(new URL(request.url).searchParams));

	if (form.value.get("intent") === "make") {
		const submission = parseForm(form.value, makeStatusesSchema);
		const made = submission.status === "success" ? await makeStatuses(ctx, submission.value) : null;
		if (!made?.ok) return redirectWithFlash(back, "error", "competitorStatus.update.error");
		return redirectWithFlash(back, "success", "statuses.made", { count: made.value.length });
	}

	const intent = form.value.get("intent");
	if (intent === "launch" || intent === "undo-launch") {
		if (intent === "launch") form.value.delete("undo");
		const submission = parseForm(form.value, launchSchema);
		const launched = submission.status === "success" ? await launchClass(ctx, submission.value) : null;
		return launched?.ok
			? redirect(back, 303)
			: redirectWithFlash(back, "error", "competitorStatus.update.error");
	}

	if (intent === "add-reserve" || intent === "remove-reserve") {
		const submission = parseForm(form.value, reserveSchema);
		const change = intent === "add-reserve" ? addReserve : removeReserve;
		const changed = submission.status === "success" ? await change(ctx, submission.value) : null;
		if (!changed?.ok) return redirectWithFlash(back, "error", "competitorStatus.update.error");
		return redirectWithFlash(back, "success", `statuses.reserves.${intent}`);
	}

	const submission = parseForm(form.value, statusFormSchema);
	if (submission.status !== "success")
		return redirectWithFlash(back, "error", "competitorStatus.update.error");
	const set = await setStatus(ctx, submission.value, readFormKey(form.value));
	if (!set.ok && set.reason === "stale") return redirectWithNewerStatus(ctx, submission.value.id, back);
	if (!set.ok) return redirectRefused(back, set.reason, "competitorStatus.update.error");
	// A whole page would load at its top, away from the competitor's row.
	const document = request.headers.get("Sec-Fetch-Dest") === "document";
	return redirect(document ? `${back}#status-${set.value.id}` : back, 303);
}

/** Says what somebody else has set meanwhile, so that the organiser can choose. */
async function redirectWithNewerStatus({ db, language }: AdminCtx, id: string, back: string) {
	const [newer] = await statusById(db, id);
	const seen = newer?.status ?? "";
	return redirectRefused(back, "stale", "competitorStatus.changed", {
		key: "competitorStatus.conflict",
		values: {
			seen,
			status: textsOf(language).t(`competitorStatus.${seen || "none"}`),
			by: newer?.setBy ?? "",
			time: newer ? formatTime(newer.updatedAt, language) : "",
		},
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
