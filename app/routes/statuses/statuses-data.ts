import type { Language } from "~/lib/i18n/language";
import type { BoardChoice } from "./board-address";
import type { StatusBoard } from "./status-board.server";

export interface StatusesData {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
	readonly admin: boolean;
	/** React refreshes the page of a signed-in user, a small script that of a visitor. */
	readonly hydrates: boolean;
	readonly language: Language;
	readonly readAt: Date;
	/** Of the edition's data. */
	readonly version: number;
	/** Minutes by which the clock of a demo runs ahead; 0 otherwise. */
	readonly clockAhead: number;
}
