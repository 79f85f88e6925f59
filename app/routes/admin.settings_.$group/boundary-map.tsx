import { MapView } from "~/components/map/map-view";
import type { BoundaryDrawing } from "./boundary-map.server";

/** The contest site: areas, or else a circle around the airfield. */
export function BoundaryMap({ drawing }: { readonly drawing: BoundaryDrawing }) {
	const { label, map, outlines, circle } = drawing;
	const line = "fill-none stroke-brand stroke-4";
	return (
		<figure className="my-4">
			<MapView map={map} label={label}>
				{outlines.map((path) => (
					<path key={path} className={line} d={path} />
				))}
				{circle && <circle className={line} cx={circle.x} cy={circle.y} r={circle.radius} />}
			</MapView>
			<figcaption>{label}</figcaption>
		</figure>
	);
}
