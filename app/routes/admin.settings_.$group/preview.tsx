import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import type { GroupPage } from "./page.server";

interface PreviewProps {
	readonly preview: {
		/** Identifies what is shown, so that nothing else is saved. */
		readonly key: string;
		readonly nothing: string | null;
		readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
		readonly consequences: readonly string[];
	};
	readonly words: GroupPage["words"];
}

/** What the typed values would change, with the button that saves just that. */
export function Preview({ preview: { key, nothing, changes, consequences }, words }: PreviewProps) {
	const [, before, after] = words.columns;
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what changes
		<section className="notice notice-warning" aria-labelledby="preview" tabIndex={-1} autoFocus>
			<h2 id="preview" className="notice-title">
				{nothing ?? words.changes}
			</h2>
			{changes.length > 0 && (
				<>
					<DataTable labelledBy="preview" columns={words.columns}>
						{changes.map((change) => (
							<DataRow key={change.name}>
								<RowHeader>{change.name}</RowHeader>
								<DataCell label={before}>{change.before}</DataCell>
								<DataCell label={after}>{change.after}</DataCell>
							</DataRow>
						))}
					</DataTable>
					{consequences.length > 0 && (
						<ul className="my-4">
							{consequences.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					)}
					<input type="hidden" name="previewed" value={key} form="settings" />
					<button type="submit" className="button button-primary" name="intent" value="save" form="settings">
						{words.save}
					</button>
				</>
			)}
		</section>
	);
}
