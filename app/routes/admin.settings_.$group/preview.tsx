import { type HiddenValue, HiddenValues } from "~/components/hidden-values";
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
		/** The fields that ask for earlier values; null where the form of the page has what is saved. */
		readonly earlier: Readonly<Record<string, HiddenValue>> | null;
		readonly nothing: string | null;
		readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
		readonly consequences: readonly string[];
		readonly moved: MovedWords | null;
		/** The contest site as it would be; null where it does not change. */
		readonly boundary: BoundaryDrawing | null;
	};
	readonly words: GroupPage["words"];
}

/** What typed or earlier values would change, with the button that saves just that. */
export function Preview({
	preview: { key, earlier, nothing, changes, consequences, moved, boundary },
	words,
}: PreviewProps) {
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what changes
		<section className="notice notice-warning" aria-labelledby="preview" tabIndex={-1} autoFocus>
			<h2 id="preview" className="notice-title">
				{nothing ?? words.changes}
			</h2>
			{nothing === null && (
				<>
					{changes.length > 0 && <ValueTable labelledBy="preview" columns={words.columns} rows={changes} />}
					{consequences.length > 0 && (
						<ul className="my-4">
							{consequences.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					)}
					{moved && <MovedPoints words={moved} />}
					{boundary && <BoundaryMap drawing={boundary} />}
					{earlier ? (
						<form method="post" encType="multipart/form-data">
							<HiddenValues values={{ ...earlier, previewed: key }} />
							<SaveButton label={words.save} />
						</form>
					) : (
						<>
							<input type="hidden" name="previewed" value={key} form="settings" />
							<SaveButton form="settings" label={words.save} />
						</>
					)}
				</>
			)}
		</section>
	);
}

/** @param form that is sent when the button stands in none */
function SaveButton({ form, label }: { readonly form?: string; readonly label: string }) {
	return (
		<button type="submit" className="button button-primary" name="intent" value="save" form={form}>
			{label}
		</button>
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
