import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFindingText } from "~/components/scoring/use-finding-text";
import { usePointsText } from "~/components/scoring/use-points-text";
import { useLanguage } from "~/components/use-language";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { findingKey } from "~/lib/scoring/finding-values";
import type { DeskRow } from "./scoring-desk.server";

interface RowDecisionsProps {
	readonly row: DeskRow;
	/** Names of the points of the task. */
	readonly points: readonly string[];
}

/** The findings of a flight and the penalties given; each proposal, removal and undo is one press. */
export function RowDecisions({ row, points }: RowDecisionsProps) {
	const { t } = useTranslation();
	const pointsText = usePointsText();
	const language = useLanguage();
	const textOf = useFindingText(points);
	const { registrationId, findings, penalties, override, decided } = row;
	const given = new Set(penalties.flatMap(({ finding }) => finding ?? []));
	const number = (value: number) => formatNumber(value, language, [0, 1]);
	if (findings.length + penalties.length === 0 && !decided) return null;
	return (
		<ul className="decisions">
			{findings.map((finding) => {
				const key = findingKey(finding);
				return (
					<li key={key}>
						<span>{textOf(finding)}</span>
						{finding.proposedPoints > 0 && !given.has(key) && (
							<Press intent="give" values={{ registrationId, finding: key }}>
								{t("scoringAdmin.give", { points: pointsText(finding.proposedPoints) })}
							</Press>
						)}
						{typeof finding.space?.outDistanceM === "number" && !override?.out && (
							<Press intent="out" values={{ registrationId, finding: key }}>
								{t("scoringAdmin.outAtEntry", {
									distance: formatNumber(finding.space.outDistanceM / 1000, language, 1),
								})}
							</Press>
						)}
					</li>
				);
			})}
			{penalties.map((penalty) => (
				<li key={`${penalty.points}/${penalty.text}`}>
					<strong>
						{t("scoringAdmin.penaltyGiven", { points: number(penalty.points), text: penalty.text })}
					</strong>
					<Press
						intent="remove"
						values={{ registrationId, points: String(penalty.points), text: penalty.text }}
					>
						{t("scoringAdmin.remove")}
					</Press>
				</li>
			))}
			{decided?.isUndoable && (
				<li className="muted">
					<span>
						{t("scoringAdmin.decidedAt", {
							time: formatTime(new Date(decided.at), language),
							reason: decided.reason,
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

interface PressProps {
	readonly intent: "give" | "out" | "remove" | "undo";
	readonly values: Readonly<Record<string, string>>;
	readonly children: ReactNode;
}

function Press({ intent, values, children }: PressProps) {
	return (
		<Form method="post">
			{Object.entries(values).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<button type="submit" className="button" name="intent" value={intent}>
				{children}
			</button>
		</Form>
	);
}
