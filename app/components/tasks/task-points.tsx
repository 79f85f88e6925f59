import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import { formatKilometres, formatNumber } from "~/lib/i18n/format-number";
import { coordinate } from "~/lib/maps/geodesy";
import type { TaskView } from "~/lib/tasks/task-view";
import { zoneText } from "./task-texts";

interface TaskPointsProps {
	readonly task: TaskView;
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
}

export function TaskPoints({ task, labelledBy }: TaskPointsProps) {
	const { t, language } = useTexts();
	const last = task.points.length - 1;
	const columns = ["point", "position", "leg", "bearing", "zone"].map((column) => t(`task.column.${column}`));
	const legsM = task.points.reduce((sum, { leg }) => sum + (leg?.distanceM ?? 0), 0);
	const km = (metres: number) => formatKilometres(metres, language);
	return (
		<>
			<DataTable labelledBy={labelledBy} columns={columns}>
				{task.points.map((point, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a task may visit a point twice; its points never move
					<DataRow key={index}>
						<RowHeader>
							{index === 0 ? t("task.start") : index === last ? t("task.finish") : `${index}.`}
							{"\u00A0"}
							{point.name}
							{point.code && point.code !== point.name && <span className="muted"> {point.code}</span>}
						</RowHeader>
						<DataCell label={columns[1]}>
							<span className="task-position tabular-nums">
								{coordinate(point.latitude, "N", "S")}, {coordinate(point.longitude, "E", "W")}
								{point.elevationM !== null && (
									<span className="muted">
										{" "}
										{t("task.metres", { value: formatNumber(point.elevationM, language) })}
									</span>
								)}
							</span>
						</DataCell>
						<DataCell label={columns[2]}>
							{point.leg ? t("task.km", { value: km(point.leg.distanceM) }) : "–"}
						</DataCell>
						<DataCell label={columns[3]}>
							{point.leg ? `${String(Math.round(point.leg.bearingDeg) % 360).padStart(3, "0")}°` : "–"}
						</DataCell>
						<DataCell label={columns[4]}>{zoneText(t, language, point)}</DataCell>
					</DataRow>
				))}
			</DataTable>
			{task.kind === "RT" && task.scoring.subtractFinishRadius && (
				<p className="muted">{t("task.legs", { sum: km(legsM), radius: km(legsM - task.distanceM) })}</p>
			)}
		</>
	);
}
