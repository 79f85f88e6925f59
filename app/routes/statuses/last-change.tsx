import { pragueDate } from "~/lib/editions/prague-time";
import { formatChangeTime, formatTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { BoardRow } from "./status-board.server";

interface LastChangeProps {
	readonly change: NonNullable<BoardRow["lastChange"]>;
	/** The competition day, whose own date need not be said. */
	readonly day: string;
	readonly language: Language;
}

/** When and by whom a status was set; by the time alone when it was on the day itself. */
export function LastChange({ change, day, language }: LastChangeProps) {
	const format = pragueDate(change.at) === day ? formatTime : formatChangeTime;
	const time = format(change.at, language);
	return (
		<>
			<span className="unbroken">{change.by ? `${time},` : time}</span> {change.by}
		</>
	);
}
