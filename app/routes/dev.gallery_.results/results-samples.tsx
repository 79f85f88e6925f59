import { useTranslation } from "react-i18next";
import { columnTexts } from "~/components/results/result-columns";
import { ResultsNote } from "~/components/results/results-note";
import { ResultsTable } from "~/components/results/results-table";
import { useLanguage } from "~/components/use-language";
import { resultStatuses } from "~db/enums";

const sampleTime = new Date("2025-07-17T12:30:00Z");

const competitors = [
	{ competitor: "7K", name: "Jakub Hradecký", glider: "LS 4", position: 1, points: 987 },
	{ competitor: "X1", name: "Eva Podhorská", glider: "ASW 19", position: 2, points: 954.5 },
	{ competitor: "B2", name: "Ota Lesnický", glider: "Cirrus", position: 3, points: 861 },
	{ competitor: "T9", name: "Jan Řečický", glider: "Discus", position: null, points: null },
].map((row) => ({ ...row, registrationId: row.competitor }));

/** Medals and the own row; the same while places may change. */
export function ResultsSamples() {
	const { t } = useTranslation();
	const language = useLanguage();
	const pointsText = columnTexts(competitors, ({ points }) => points, language);
	return [false, true].map((mayChange) => (
		<ResultsTable
			key={String(mayChange)}
			title={t(mayChange ? "pieces.podium.mayChange" : "competitionClass.club")}
			note={resultStatuses.map((status) => (
				<ResultsNote key={status} status={status} updatedAt={sampleTime} language={language} />
			))}
			rows={competitors}
			own="B2"
			mayChange={mayChange}
			name={({ name }) => name}
			points={(row) => pointsText(row) ?? <span className="muted">–</span>}
			columns={[{ head: t("pieces.sample.label"), cell: ({ glider }) => glider }]}
		/>
	));
}
