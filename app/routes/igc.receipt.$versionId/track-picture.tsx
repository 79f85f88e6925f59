import { MapView } from "~/components/map/map-view";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useTexts } from "~/components/use-texts";
import type { ReceiptPage } from "./receipt-page.server";

interface TrackPictureProps {
	readonly drawing: NonNullable<ReceiptPage["drawing"]>;
	readonly name: string;
}

/** What was flown, on the task and its ground. */
export function TrackPicture({ drawing: { map, task, tracks }, name }: TrackPictureProps) {
	const { t } = useTexts();
	const [track] = tracks;
	return (
		<figure className="flight-map">
			<MapView map={map} label={t(task ? "igc.flight.map.withTask" : "igc.flight.map.label", { name })}>
				{task && <TaskLayer task={task} />}
				<g className="fill-none stroke-brand stroke-4" strokeLinecap="round" strokeLinejoin="round">
					<path strokeDasharray="2 8" d={track?.gaps} />
					<path className="stroke-8 stroke-ground" d={track?.whole} />
					<path d={track?.whole} />
				</g>
			</MapView>
		</figure>
	);
}
