/** `board-paused` is the board that does not ask for itself again. */
const views = ["list", "board", "board-paused"] as const;
export type BoardView = (typeof views)[number];

/** What the reader of the statuses chose; it stands in the address. */
export interface BoardChoice {
	/** Local date of a competition day; null for the current one. */
	readonly date: string | null;
	/** Id of a glider type; null for all. */
	readonly gliderTypeId: string | null;
	readonly view: BoardView;
	/** Whether an organiser has unlocked the buttons. */
	readonly duty: boolean;
}

export function readBoardChoice(query: URLSearchParams): BoardChoice {
	const view = query.get("view");
	return {
		date: query.get("day") || null,
		gliderTypeId: query.get("gliderType") || null,
		view: views.find((known) => known === view) ?? "list",
		duty: query.get("duty") === "on",
	};
}

/** The address of the statuses with these choices. */
export function boardPath({ date, gliderTypeId, view, duty }: BoardChoice): string {
	const query = new URLSearchParams();
	if (date) query.set("day", date);
	if (gliderTypeId) query.set("gliderType", gliderTypeId);
	if (view !== "list") query.set("view", view);
	if (duty) query.set("duty", "on");
	return query.size > 0 ? `/statuses?${query}` : "/statuses";
}
