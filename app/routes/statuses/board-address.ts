import { loopSeconds } from "~/lib/http/screen-loop";

/** `board-paused` is the board without refreshing. */
const views = ["list", "board", "board-paused"] as const;
export type BoardView = (typeof views)[number];

/** The reader's choices in the address of the page. */
export interface BoardChoice {
	/** Local date; null for the current day. */
	readonly date: string | null;
	/** Id of a glider type; null for all. */
	readonly gliderTypeId: string | null;
	readonly view: BoardView;
	/** Seconds after which the board gives way to the results, and those to the news; null for a board that stays. */
	readonly loop: number | null;
	/** Whether an organiser has unlocked the buttons. */
	readonly duty: boolean;
}

export function readBoardChoice(query: URLSearchParams): BoardChoice {
	const view = query.get("view");
	return {
		date: query.get("day") || null,
		gliderTypeId: query.get("gliderType") || null,
		view: views.find((known) => known === view) ?? "list",
		loop: loopSeconds(query),
		duty: query.get("duty") === "on",
	};
}

export function boardPath({ date, gliderTypeId, view, loop, duty }: BoardChoice): string {
	const query = new URLSearchParams();
	if (date) query.set("day", date);
	if (gliderTypeId) query.set("gliderType", gliderTypeId);
	if (view !== "list") query.set("view", view);
	if (loop) query.set("loop", String(loop));
	if (duty) query.set("duty", "on");
	return query.size > 0 ? `/statuses?${query}` : "/statuses";
}
