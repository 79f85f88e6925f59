import type { Language } from "~/lib/i18n/language";
import type { BoardChoice } from "./board-address";
import type { StatusBoard } from "./status-board.server";

/** What the page of the statuses shows. */
export interface StatusesData {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
	readonly admin: boolean;
	/** Visitors' pages are kept up to date by the small script, those of others by React. */
	readonly hydrates: boolean;
	readonly language: Language;
	readonly readAt: Date;
}

/** The answer to a click that did not reach the server. */
export interface Unreached {
	readonly unreached: true;
}
