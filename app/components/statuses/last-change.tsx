import { formatChangeTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { BoardRow } from "~/lib/statuses/status-board.server";

interface LastChangeProps {
	readonly change: NonNullable<BoardRow["lastChange"]>;
	readonly language: Language;
}

/** When and by whom a status was set. */
export function LastChange({ change, language }: LastChangeProps) {
	return <>{[formatChangeTime(change.at, language), change.by].filter(Boolean).join(", ")}</>;
}
