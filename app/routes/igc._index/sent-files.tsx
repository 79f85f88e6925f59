import { Fragment } from "react";
import { AppLink } from "~/components/app-link";
import { CountedWarnings } from "~/components/igc/flight-labels";
import { useTexts } from "~/components/use-texts";
import { manyLogsPath } from "~/lib/flights/igc-file/upload-limits";
import { formatDay } from "~/lib/i18n/format-dates";
import type { SentLogs } from "./sent-logs.server";

/** Files that are no flight logs. */
export function RefusedFiles({ title, files }: SentLogs["refused"]) {
	if (files.length === 0) return null;
	return (
		<section aria-labelledby="refused-title" className="notice notice-warning">
			<h2 id="refused-title" className="notice-title">
				{title}
			</h2>
			<ul>
				{files.map(({ id, file, reason }) => (
					<li key={id} className="wrap-anywhere">
						{file}: {reason}
					</li>
				))}
			</ul>
		</section>
	);
}

/** Logs that have been stored from this table; each leads to its receipt, and all of them to the desks where they are scored. */
export function StoredLogs({ title, inTime, inTimeHint, logs, desks }: SentLogs["stored"]) {
	const { t, language, classNameOf } = useTexts();
	if (logs.length === 0) return null;
	return (
		<section aria-labelledby="stored-title" className="stack">
			<h2 id="stored-title">{title}</h2>
			<p>
				{t("day.scoring")}:{" "}
				{desks.map(({ path, date, classType }, index) => (
					<Fragment key={path}>
						{index > 0 && " · "}
						<AppLink to={path}>
							{classNameOf(classType)}, {formatDay(date, language)}
						</AppLink>
					</Fragment>
				))}
			</p>
			<ul className="lined">
				{logs.map(({ id, file, pilot, date, receipt, counts, warnings }) => (
					<li key={id}>
						<AppLink to={receipt}>
							{pilot}, {formatDay(date, language)}
						</AppLink>{" "}
						<span className="muted wrap-anywhere">{file}</span>{" "}
						{!counts && <span className="chip chip-warning">{t("igc.many.stored.beside")}</span>}{" "}
						<CountedWarnings texts={warnings} />
					</li>
				))}
			</ul>
			<form method="post" action={manyLogsPath}>
				{logs.map(({ id }) => (
					<input key={id} type="hidden" name="log" value={id} />
				))}
				<button type="submit" className="button" name="intent" value="inTime" aria-describedby="in-time-hint">
					{inTime}
				</button>
				<p className="field-hint" id="in-time-hint">
					{inTimeHint}
				</p>
			</form>
		</section>
	);
}
