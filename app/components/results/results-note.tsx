import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { countedDays, type LastDay } from "~/lib/results/counted-days";
import type { OurState } from "~/lib/results/day-result";
import type { ProtestLink } from "~/lib/results/protests.server";
import type { ResultSource, ResultStatus } from "~db/enums";

const looks = {
	preliminary: { chip: "chip-warning", icon: "clock" },
	unofficial: { chip: "chip-info", icon: "info" },
	official: { chip: "chip-success", icon: "check" },
} as const;

interface ResultsNoteProps {
	/** Null when others count. */
	readonly status: ResultStatus | null;
	readonly updatedAt: Date;
	/** Whether our own scoring made the table. It is then calculated, and nobody edits it. */
	readonly isCalculated?: boolean;
	/** What the table covers. */
	readonly children?: ReactNode;
}

/** How final results are. */
export function StatusOfResults({ status }: { readonly status: ResultStatus }) {
	const { t } = useTexts();
	const { chip, icon } = looks[status];
	return (
		<span className={`chip ${chip}`}>
			<Icon name={icon} />
			{t(`results.status.${status}`)}
		</span>
	);
}

/** How final a table is, and since when, or when it last changed. */
export function ResultsNote({ status, updatedAt, isCalculated, children }: ResultsNoteProps) {
	const { t, language } = useTexts();
	const isFinal = status !== null && status !== "preliminary";
	const changed = isCalculated ? "results.calculatedAt" : "results.changedAt";
	const time = (
		<span className="muted">
			{t(isFinal ? "results.since" : changed)}{" "}
			<time dateTime={updatedAt.toISOString()}>{formatDayAndTime(updatedAt, language)}</time>
		</span>
	);
	return (
		<p className="results-note">
			{status && <StatusOfResults status={status} />}
			{isFinal && time}
			{children}
			{!isFinal && time}
		</p>
	);
}

/** Says that results from elsewhere count instead of ours. */
export function Elsewhere({ source }: { readonly source: ResultSource }) {
	const { t } = useTexts();
	return <span>{t("results.elsewhere", { source: t(`results.source.${source}`) })}</span>;
}

interface CountedDaysProps {
	/** The last day in it. */
	readonly after: LastDay;
	/** Name of the day that is not in it; null for none. */
	readonly leftOut: string | null;
}

/** After which day a total is, and which preliminary day is not in it. */
export function CountedDays({ after, leftOut }: CountedDaysProps) {
	const { t, language } = useTexts();
	return <span>{countedDays(t, after, leftOut, language)}</span>;
}

/** The end of a protest time, with the reason when it is another one than the edition's. */
export function withReason(until: string, reason: string | null): string {
	return reason === null ? until : `${until} (${reason})`;
}

interface TotalNoteProps {
	/** Which days the total holds, in words. */
	readonly held: string;
	/** By what equal sums on the podium were parted. */
	readonly parted: readonly string[];
	/** How final it is. */
	readonly children: ReactNode;
}

/** What stands above a total: how final it is, which days it holds, and by what equal sums were parted. */
export function TotalNote({ held, parted, children }: TotalNoteProps) {
	return (
		<>
			{children}
			{[held, ...parted].map((text) => (
				<p key={text} className="muted">
					{text}
				</p>
			))}
		</>
	);
}

interface ResultsStateProps {
	readonly state: Omit<
		OurState,
		"id" | "computedAt" | "engine" | "logs" | "expected" | "evaluating" | "figures" | "isAnybodyOut"
	> & {
		/** The source whose results hold instead; null or absent when ours do. */
		readonly elsewhere?: ResultSource | null;
	};
	/** Where the signed-in competitor protests; null for others. */
	readonly protest: ProtestLink | null;
}

/**
 * The protest time, a pending protest and the last reopening of results that become official here, or that others count. It shows
 * nothing when there is none of them.
 */
export function ResultsState({ state: shown, protest }: ResultsStateProps) {
	const { t, language } = useTexts();
	const {
		state,
		protestsUntil,
		protestsUntilReason,
		revision,
		reopenedAt,
		reopenReason,
		openProtests,
		elsewhere,
	} = shown;
	const time = (moment: Date) => formatDayAndTime(moment, language);
	if (elsewhere)
		return (
			<p className="results-note">
				<Elsewhere source={elsewhere} />
			</p>
		);
	const hasProtestTime = state === "unofficial" && protestsUntil !== null;
	if (!hasProtestTime && !protest && openProtests === 0 && reopenedAt === null) return null;
	return (
		<p className="results-note">
			{hasProtestTime && (
				<span>
					{t("results.protestsUntil", { until: withReason(time(protestsUntil), protestsUntilReason) })}
				</span>
			)}
			{protest && (
				<AppLink className="no-print" to={protest.to}>
					{protest.text}
				</AppLink>
			)}
			{openProtests > 0 && <span className="chip chip-warning">{t("protest.pending")}</span>}
			{reopenedAt && (
				<span>
					{t("results.revision", { revision })} ·{" "}
					{t("results.reopened", { at: time(reopenedAt), reason: reopenReason ?? "" })}
				</span>
			)}
		</p>
	);
}
