import type { StatusOrNone } from "~/components/status-chip";
import { limits } from "~/lib/forms/limits";
import { loopSeconds } from "~/lib/http/page-loop";

/** Statuses that the desk asks for. */
export const dutyFilters = ["FLYING", "OUTLANDING", "none"] as const;

/** Statuses that a link to the list may ask for. */
export const listFilters = ["FLYING", "OUTLANDING", "HOME", "DNF", "none"] as const;

/** Columns by which the list can be sorted, beside the status. */
export const statusSorts = ["number", "name", "glider", "class"] as const;
export type StatusSort = (typeof statusSorts)[number];

/** `board-paused` is the board without refreshing. */
export const boardViews = ["list", "board", "board-paused"] as const;
type BoardView = (typeof boardViews)[number];

/** The reader's choices in the address of the page. */
export interface BoardChoice {
	/** Local date; null for the current day. */
	readonly date: string | null;
	/** Id of a glider type; null for all. */
	readonly gliderTypeId: string | null;
	/** Null for all classes. */
	readonly classType: string | null;
	readonly view: BoardView;
	/** Seconds after which the board is followed by the results, and those by the news; null for a board that stays. */
	readonly loop: number | null;
	/** Words of a row of the list, or what the duty looks for: the beginning of a number or part of a name; null for everybody. */
	readonly q: string | null;
	/** Null for all. */
	readonly only: StatusOrNone | null;
	/** Order of the list; null for those who are out first, then who flies and who is home. */
	readonly sort: StatusSort | null;
	/** Whether an organiser has unlocked the buttons. */
	readonly duty: boolean;
}

export function readBoardChoice(query: URLSearchParams): BoardChoice {
	const view = query.get("view");
	return {
		date: query.get("day") || null,
		gliderTypeId: query.get("gliderType") || null,
		classType: query.get("class") || null,
		view: boardViews.find((known) => known === view) ?? "list",
		loop: loopSeconds(query),
		q: query.get("q")?.trim().slice(0, limits.search) || null,
		only: listFilters.find((known) => known === query.get("only")) ?? null,
		sort: statusSorts.find((known) => known === query.get("sort")) ?? null,
		duty: query.get("duty") === "on",
	};
}

/** Paths of the page for other days. The rest of the query, which they share, is written once. */
export function boardPathsByDay(choice: BoardChoice): (date: string) => string {
	const [path, rest] = boardPath({ ...choice, date: null }).split("?");
	return (date) => `${path}?day=${date}${rest ? `&${rest}` : ""}`;
}

export function boardPath({
	date,
	gliderTypeId,
	classType,
	view,
	loop,
	q,
	only,
	sort,
	duty,
}: BoardChoice): string {
	const query = new URLSearchParams();
	if (date) query.set("day", date);
	if (gliderTypeId) query.set("gliderType", gliderTypeId);
	if (classType) query.set("class", classType);
	if (view !== "list") query.set("view", view);
	if (loop) query.set("loop", String(loop));
	if (q) query.set("q", q);
	if (only) query.set("only", only);
	if (sort) query.set("sort", sort);
	if (duty) query.set("duty", "on");
	return query.size > 0 ? `/statuses?${query}` : "/statuses";
}
