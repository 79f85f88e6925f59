import { MapView } from "~/components/map/map-view";
import { MovedPoints } from "~/components/scoring/moved-points";
import { ValueTable } from "~/components/value-table";
import type { MovedWords } from "~/lib/scoring/moved-words.server";
import type { BoundaryDrawing } from "./boundary-map.server";
import type { GroupPage } from "./page.server";

interface PreviewProps {
	readonly preview: {
		/** Identifies what is shown, so that nothing else is saved. */
		readonly key: string;
		readonly nothing: string | null;
		readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
		readonly consequences: readonly string[];
		readonly moved: MovedWords | null;
		/** The contest site as it would be; null where it does not change. */
		readonly boundary: BoundaryDrawing | null;
	};
	readonly words: GroupPage["words"];
}

/** What the typed values would change, with the button that saves just that. */
export function Preview({
	preview: { key, nothing, changes, consequences, moved, boundary },
	words,
}: PreviewProps) {
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what changes
		<section className="notice notice-warning" aria-labelledby="preview" tabIndex={-1} autoFocus>
			<h2 id="preview" className="notice-title">
				{nothing ?? words.changes}
			</h2>
			{changes.length > 0 && (
				<>
					<ValueTable labelledBy="preview" columns={words.columns} rows={changes} />
					{consequences.length > 0 && (
						<ul className="my-4">
							{consequences.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					)}
					{moved && <MovedPoints words={moved} />}
					{boundary && <BoundaryMap drawing={boundary} />}
					<input type="hidden" name="previewed" value={key} form="settings" />
					<button type="submit" className="button button-primary" name="intent" value="save" form="settings">
						{words.save}
					</button>
				</>
			)}
		</section>
	);
}

/** The contest site: areas, or else a circle around the airfield. */
function BoundaryMap({ drawing }: { readonly drawing: BoundaryDrawing }) {
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
