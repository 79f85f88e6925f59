import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { HiddenValues } from "~/components/hidden-values";
import { LogStandingChip } from "~/components/igc/flight-labels";
import { useFindingText, usePointsText } from "~/components/scoring/score-texts";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatKilometres, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import { findingKey, isOpen, listedFindings, mayEndFlight } from "~/lib/scoring/finding-values";
import type { Finding } from "~db/schema";
import { penaltyLine, reasonText } from "./decisions-of-day";
import type { LogMatter } from "./log-matters.server";
import type { DeskRow, ScoringDesk } from "./page.server";

interface ClassRowsProps {
	readonly rows: readonly DeskRow[];
	readonly points: readonly string[];
	/** Path of the page. */
	readonly path: string;
	/** What stands first, and what the buttons of backups say. */
	readonly words: Pick<ScoringDesk["words"], "choose" | "fill" | "fillUndo" | "rows">;
	/** What a change of points brings with it; null when nothing. */
	readonly warning: string | null;
	/** How signatures are checked, where a log has none; else null. */
	readonly signatures: string | null;
	/** Whether nobody can decide anything any more. */
	readonly areFinal: boolean;
}

/** The rows of all competitors: our points, beside those of an official scorer elsewhere, and what is to be decided. */
export function ClassRows({ rows, points, path, words, warning, signatures, areFinal }: ClassRowsProps) {
	const { t, language } = useTexts();
	const textOf = (column: string) => t(`scoringAdmin.column.${column}`);
	const [status, ours, official, findings] = ["status", "points", "official", "findings"].map(textOf);
	const isCompared = rows.some((row) => row.official !== null);
	const columns = [textOf("name"), status, ours, isCompared && official, findings].filter(
		(column) => typeof column === "string",
	);
	const pointsText = (value: number | null) => (value === null ? "–" : formatPoints(value, language));
	return (
		<section aria-labelledby="scoring-rows">
			<h2 id="scoring-rows">{t("scoringAdmin.rows")}</h2>
			{rows.some(({ isToBeSeen }) => isToBeSeen) && <p className="muted">{words.rows}</p>}
			{warning && !areFinal && <p className="muted">{warning}</p>}
			{signatures && <p className="muted">{signatures}</p>}
			<DataTable labelledBy="scoring-rows" columns={columns}>
				{rows.map((row) => {
					const name = `${row.pilot.name} ${row.pilot.surname}`;
					return (
						<DataRow key={row.registrationId} id={row.registrationId}>
							<RowHeader>
								<span className="numbered">
									<span className="start-number">{row.pilot.startNumber}</span> {name}
								</span>
							</RowHeader>
							<DataCell label={status} className="md:min-w-44">
								<FlightSummary row={row} />
								<Logs row={row} points={points} choose={areFinal ? null : words.choose} />
								{row.isBetterHeld && (
									<span className="chip chip-warning">{t("scoringAdmin.betterHeld")}</span>
								)}
							</DataCell>
							<DataCell label={ours}>
								<span>
									<strong>{pointsText(row.points)}</strong>
									{row.penalty > 0 && ` (−${pointsText(row.penalty)})`}
								</span>
							</DataCell>
							{isCompared && <DataCell label={official}>{pointsText(row.official?.points ?? null)}</DataCell>}
							<DataCell label={findings}>
								<fieldset disabled={areFinal}>
									<LogMatters matters={row.matters} />
									<RowDecisions row={row} points={points} words={words} />
									{!areFinal && <DecideLink row={row} path={path} />}
								</fieldset>
							</DataCell>
						</DataRow>
					);
				})}
			</DataTable>
		</section>
	);
}

function DecideLink({ row, path }: { readonly row: DeskRow; readonly path: string }) {
	const { t } = useTexts();
	const { startNumber, name, surname } = row.pilot;
	return (
		<AppLink className="-my-2.5 inline-block py-2.5" to={`${path}?decide=${row.registrationId}#decision`}>
			{t("scoringAdmin.decide")}
			<span className="sr-only">
				{" "}
				({startNumber} {name} {surname})
			</span>
		</AppLink>
	);
}

/** The recorder and the sender of each log, and whether it waits for somebody to look at it. The page of the log has the buttons. */
function Logs({ row: { logs, held, registrationId }, points, choose }: LogsProps) {
	const { t, language } = useTexts();
	const textOf = useFindingText(points);
	return logs.map(({ igcFileId, versionId, sender, standing, newer, recorder, hasSerial, backup }) => (
		<div key={igcFileId} className="muted">
			<AppLink className="underline" to={`/igc/${igcFileId}`}>
				{hasSerial ? recorder : t("igc.column.flight")}
			</AppLink>{" "}
			{t(`igc.sender.${sender}`)} <LogStandingChip standing={newer > 0 ? "waiting" : standing} />{" "}
			{held === "findings" && standing === "scores" && (
				<span className="chip chip-warning">{t("score.held.findings")}</span>
			)}
			{standing === "backup" && (
				<>
					{backup && `${formatKilometres(backup.distanceM, language)}\u00A0km`}
					{backup?.findings.map((finding) => (
						<span key={findingKey(finding)} className="block">
							{textOf(finding)}
						</span>
					))}
					{choose !== null && (
						<Press intent="choose" values={{ registrationId, versionId }}>
							{choose}
						</Press>
					)}
				</>
			)}
		</div>
	));
}

interface LogsProps extends Pick<ClassRowsProps, "points"> {
	readonly row: DeskRow;
	/** Text of the button that lets a backup count; null when nobody can. */
	readonly choose: string | null;
}

function FlightSummary({ row: { status, guest, distanceM, speedKmh, override } }: { readonly row: DeskRow }) {
	const { t, language } = useTexts();
	const figures = [
		distanceM !== null && `${formatKilometres(distanceM, language)}\u00A0km`,
		speedKmh !== null && `${formatSpeed(speedKmh, language)}\u00A0km/h`,
		guest && t("scoringAdmin.guest"),
		override && t("scoringAdmin.overridden"),
	].filter(Boolean);
	return (
		<span className="lg:whitespace-nowrap">
			{t(`score.status.${status}`)}
			{figures.length > 0 && <span className="muted"> {figures.join(", ")}</span>}
		</span>
	);
}

const decisionLine = "flex flex-wrap items-center gap-x-3 gap-y-1";

/** The findings of a flight and the penalties given; each proposal, removal and undo is one press. */
function RowDecisions({ row, points, words }: RowDecisionsProps) {
	const { t, language } = useTexts();
	const textOf = useFindingText(points);
	const { registrationId, findings, penalties, decided } = row;
	if (findings.length + penalties.length === 0 && !decided) return null;
	return (
		<ul className="decisions mb-2 grid gap-2">
			{listedFindings(findings).map((finding) => (
				<FindingLine
					key={findingKey(finding)}
					finding={finding}
					row={row}
					text={textOf(finding)}
					words={words}
				/>
			))}
			{penalties.map((penalty) => (
				<li key={`${penalty.points}/${penalty.text}`} className={decisionLine}>
					<strong>{penaltyLine(t, penalty, language)}</strong>
					<Press
						intent="remove"
						values={{ registrationId, points: String(penalty.points), text: penalty.text }}
					>
						{t(penalty.points > 0 ? "scoringAdmin.remove" : "scoringAdmin.removeWaiver")}
					</Press>
				</li>
			))}
			{decided?.isUndoable && (
				<li className={`muted ${decisionLine}`}>
					<span>
						{t("scoringAdmin.decidedAt", {
							time: formatTime(new Date(decided.at), language),
							reason: reasonText(t, row, decided.reason, language),
						})}
					</span>
					<Press intent="undo" values={{ registrationId, decidedAt: String(new Date(decided.at).getTime()) }}>
						{t("scoringAdmin.undo")}
					</Press>
				</li>
			)}
		</ul>
	);
}

interface FindingLineProps extends Pick<RowDecisionsProps, "row" | "words"> {
	readonly finding: DeskRow["findings"][number];
	readonly text: string;
}

/** A finding with the presses that decide about it. */
function FindingLine({ finding, row, text, words }: FindingLineProps) {
	const { t, language } = useTexts();
	const pointsText = usePointsText();
	const { registrationId } = row;
	const key = findingKey(finding);
	return (
		<li className={decisionLine}>
			<span>{text}</span>
			{isOpen(finding, row) && (
				<>
					{finding.proposedPoints > 0 && (
						<Press intent="give" values={{ registrationId, finding: key }}>
							{t("scoringAdmin.give", { points: pointsText(finding.proposedPoints) })}
						</Press>
					)}
					<Press intent="waive" values={{ registrationId, finding: key }}>
						{t("scoringAdmin.waive")}
					</Press>
				</>
			)}
			<BackupPress finding={finding} row={row} words={words} />
			{mayEndFlight(finding, row) && (
				<Press intent="out" values={{ registrationId, finding: key }}>
					{t("scoringAdmin.outAtEntry", {
						distance: formatKilometres(finding.space?.outDistanceM ?? 0, language),
					})}
				</Press>
			)}
		</li>
	);
}

interface RowDecisionsProps extends Pick<ClassRowsProps, "points" | "words"> {
	readonly row: DeskRow;
}

/** Lets the backup that a finding is about fill the gaps, or takes that back. */
function BackupPress({
	finding: { kind, recorder },
	row: { logs, registrationId },
	words,
}: Pick<RowDecisionsProps, "row" | "words"> & { readonly finding: Finding }) {
	const backup = logs.find((log) => log.standing === "backup" && log.recorder === recorder);
	if (!backup) return null;
	const isOffered = kind === "backupCovers" && !backup.fillsGaps;
	return (
		<Press intent={isOffered ? "fill" : "unfill"} values={{ registrationId, igcFileId: backup.igcFileId }}>
			{isOffered ? words.fill : words.fillUndo}
		</Press>
	);
}

interface PressProps {
	readonly intent: "choose" | "fill" | "give" | "out" | "remove" | "undo" | "unfill" | "waive";
	readonly values: Readonly<Record<string, string>>;
	readonly children: ReactNode;
}

function Press({ intent, values, children }: PressProps) {
	return (
		<Form method="post">
			<HiddenValues values={values} />
			<button type="submit" className="button" name="intent" value={intent}>
				{children}
			</button>
		</Form>
	);
}

/** What is to be settled about the logs of a competitor, each by one press. */
function LogMatters({ matters }: { readonly matters: readonly LogMatter[] }) {
	if (matters.length === 0) return null;
	return (
		<ul className="decisions mb-2 grid gap-2">
			{matters.map(({ registrationId, igcFileId, shift, text, presses }) => (
				<li key={`${igcFileId} ${text}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<span>{text}</span>
					{presses.map(({ intent, label }) => (
						<Form key={intent} method="post">
							<HiddenValues values={{ registrationId, log: igcFileId, shift: String(shift) }} />
							<button type="submit" className="button" name="intent" value={intent}>
								{label}
							</button>
						</Form>
					))}
				</li>
			))}
		</ul>
	);
}
