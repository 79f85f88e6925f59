import { useTranslation } from "react-i18next";
import { MapView } from "~/components/map/map-view";
import { TaskLayer } from "~/components/tasks/task-layer";
import { FlightMarks, TrackLine } from "./flight-line";
import type { FlightPage } from "./flight-page.server";

export function FlightMap({ flight }: { readonly flight: FlightPage }) {
	const { t } = useTranslation();
	const { map, task, track, trackMarks } = flight.drawing;
	const name = `${flight.name} ${flight.surname}`;
	return (
		<MapView isWide map={map} label={t(task ? "igc.flight.map.withTask" : "igc.flight.map.label", { name })}>
			{task && <TaskLayer task={task} />}
			<TrackLine line={track} />
			<FlightMarks marks={trackMarks} />
		</MapView>
	);
}
