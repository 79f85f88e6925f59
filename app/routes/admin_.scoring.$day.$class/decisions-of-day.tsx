import type { TFunction } from "i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { unbroken } from "~/components/pilot-marks";
import { useTexts } from "~/components/use-texts";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { formatClock, formatDayAndTime } from "~/lib/i18n/format-dates";
import { formatHandicap, formatKilometres, formatPoints } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { penaltyReason } from "~/lib/scoring/finding-values";
import type { RowPenalty, ScoreOverride } from "~db/schema";
import type { DeskRow } from "./page.server";

interface DecisionsOfDayProps {
	readonly rows: readonly DeskRow[];
	/** Path of the page. */
	readonly path: string;
}

/** Whatever the scorer has decided about flights of the day, each part with its reason, the newest first. */
export function DecisionsOfDay({ rows, path }: DecisionsOfDayProps) {
	const { t, language } = useTexts();
	const decided = rows
		.flatMap((row) => (row.decided ? [{ row, ...row.decided }] : []))
		.toSorted((one, other) => new Date(other.at).getTime() - new Date(one.at).getTime());
	if (decided.length === 0) return null;
	const columns = ["name", "decided", "by"].map((column) => t(`scoringAdmin.column.${column}`));
	const [, what, who] = columns;
	return (
		<section aria-labelledby="scoring-decisions">
			<h2 id="scoring-decisions">{t("scoringAdmin.decisions")}</h2>
			<DataTable labelledBy="scoring-decisions" columns={columns}>
				{decided.map(({ row, at, by, reason }) => (
					<DataRow key={row.registrationId}>
						<RowHeader>
							<AppLink to={`${path}?decide=${row.registrationId}#decision`}>
								<span className="start-number">{row.pilot.startNumber}</span> {row.pilot.name}{" "}
								{row.pilot.surname}
							</AppLink>
						</RowHeader>
						<DataCell label={what}>
							{decisionTexts(t, row, language).join("; ") || t("scoringAdmin.decisions.takenBack")}
						</DataCell>
						<DataCell label={who}>
							{by && `${by}, `}
							{formatDayAndTime(new Date(at), language)}: {reasonText(t, row, reason, language)}
						</DataCell>
					</DataRow>
				))}
			</DataTable>
		</section>
	);
}

function decisionTexts(
	t: TFunction,
	{ override, penalties, disqualified, guest, decided }: DeskRow,
	language: Language,
): string[] {
	const overrides = override ? overrideTexts(t, override, language).join(", ") : "";
	const reason = decided?.overrideReason ? ` (${decided.overrideReason})` : "";
	return [
		...(override ? [`${overrides}${reason}`] : []),
		...penalties.map((penalty) => penaltyLine(t, penalty, language)),
		...(disqualified ? [t("scoringAdmin.field.disqualified")] : []),
		...(guest ? [t("scoringAdmin.field.guest")] : []),
	];
}

/** The reason of a decision by a press is the words of its finding. */
export function reasonText(t: TFunction, { penalties }: DeskRow, reason: string, language: Language): string {
	const given = penalties.find(({ text }) => text === reason);
	return given ? penaltyReason(t, given, language) : reason;
}

/** Text such as "penalty 25: start 38 m too high", or that there is none. */
export function penaltyLine(t: TFunction, penalty: RowPenalty, language: Language): string {
	const { points } = penalty;
	const text = penaltyReason(t, penalty, language);
	return points === 0
		? t("scoringAdmin.waived", { text })
		: t("scoringAdmin.penaltyGiven", { points: formatPoints(points, language), text });
}

/** Texts such as "Start (local time): 12:45:00". */
function overrideTexts(t: TFunction, override: ScoreOverride, language: Language): string[] {
	const { start, finish, timeS, distanceM, handicap, out, glider } = override;
	const said = (field: string, value: string) => `${t(`scoringAdmin.field.${field}`)}: ${value}`;
	const gliderText = [glider?.name, unbroken(glider?.registrationNumber ?? "")].filter(Boolean).join(" ");
	return [
		...(start ? [said("start", formatClock(new Date(start), language))] : []),
		...(finish ? [said("finish", formatClock(new Date(finish), language))] : []),
		...(timeS === null ? [] : [said("time", hoursMinutesSeconds(timeS))]),
		...(distanceM === null
			? []
			: [said("distanceKm", formatKilometres(distanceM, language, { decimals: [0, 3] }))]),
		...(gliderText ? [`${t("registration.field.gliderType")}: ${gliderText}`] : []),
		...(handicap === null ? [] : [said("handicap", formatHandicap(handicap, language))]),
		...(out ? [t("scoringAdmin.field.out")] : []),
	];
}
