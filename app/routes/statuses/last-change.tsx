import { pragueDate } from "~/lib/editions/prague-time";
import { formatChangeTime, formatTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { BoardRow } from "./status-board.server";

interface LastChangeProps {
	readonly change: NonNullable<BoardRow["lastChange"]>;
	/** Local date of the shown day: a change on that date shows its time alone. */
	readonly day: string;
	readonly language: Language;
}

export function LastChange({ change, day, language }: LastChangeProps) {
	const format = pragueDate(change.at) === day ? formatTime : formatChangeTime;
	const time = format(change.at, language);
	return (
		<>
			<span className="unbroken">{change.by ? `${time},` : time}</span> {change.by}
		</>
	);
}
