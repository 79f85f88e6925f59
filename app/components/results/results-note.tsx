import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { formatSignupTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { ResultStatus } from "~db/enums";

const looks = {
	preliminary: { chip: "chip-warning", icon: "clock" },
	unofficial: { chip: "chip-info", icon: "info" },
	official: { chip: "chip-success", icon: "check" },
} as const;

interface ResultsNoteProps {
	readonly status: ResultStatus;
	readonly updatedAt: Date;
	readonly language: Language;
	/** Whether our own scoring made it: it is calculated anew, and nobody changes it. */
	readonly isCalculated?: boolean;
	/** What the table covers. */
	readonly children?: ReactNode;
}

/** How final a table is, and when it last changed. */
export function ResultsNote({ status, updatedAt, language, isCalculated, children }: ResultsNoteProps) {
	const { t } = useTranslation();
	const { chip, icon } = looks[status];
	return (
		<p className="results-note">
			<span className={`chip ${chip}`}>
				<Icon name={icon} />
				{t(`results.status.${status}`)}
			</span>
			{children}
			<span className="muted">
				{t(isCalculated ? "results.calculatedAt" : "results.changedAt")}{" "}
				<time dateTime={updatedAt.toISOString()}>{formatSignupTime(updatedAt, language)}</time>
			</span>
		</p>
	);
}
