import { ValueTable } from "~/components/value-table";

interface SummaryProps {
	readonly summary: {
		/** Identifies what is shown, so that nothing else is taken over. */
		readonly key: string;
		readonly nothing: string | null;
		readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
		readonly lines: readonly string[];
	};
	readonly words: {
		readonly changes: string;
		readonly columns: readonly string[];
		readonly take: string;
	};
}

/** What would be taken over, with the button that takes over just that. */
export function Summary({ summary: { key, nothing, changes, lines }, words }: SummaryProps) {
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what changes
		<section className="notice notice-warning" aria-labelledby="summary" tabIndex={-1} autoFocus>
			<h3 id="summary" className="notice-title">
				{nothing ?? words.changes}
			</h3>
			{changes.length > 0 && <ValueTable labelledBy="summary" columns={words.columns} rows={changes} />}
			{lines.length > 0 && (
				<ul className="my-4 break-words">
					{lines.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			)}
			{!nothing && (
				<>
					<input type="hidden" name="previewed" value={key} form="take" />
					<button type="submit" className="button button-primary" name="intent" value="take" form="take">
						{words.take}
					</button>
				</>
			)}
		</section>
	);
}
