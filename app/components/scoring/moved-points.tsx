import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import type { MovedWords } from "~/lib/scoring/moved-words.server";

/** The points that a change would move, inside the form that then confirms just them. */
export function MovedPoints({ words }: { readonly words: MovedWords }) {
	const { key, explanation, columns, days } = words;
	return (
		<section className="notice notice-warning mb-5" aria-labelledby="moved">
			<p className="notice-title" id="moved">
				{explanation}
			</p>
			<input type="hidden" name="confirmed" value={key} />
			{days.map(({ title, note, pilots }, place) => (
				<div key={title} className="mt-4">
					<h2 id={`moved-${place}`} className="text-lg">
						{title}
					</h2>
					{note && <p>{note}</p>}
					{pilots.length > 0 && (
						<DataTable labelledBy={`moved-${place}`} columns={[columns.pilot, columns.points]}>
							{pilots.map(({ name, points }) => (
								<DataRow key={name}>
									<RowHeader>{name}</RowHeader>
									<DataCell label={columns.points}>{points}</DataCell>
								</DataRow>
							))}
						</DataTable>
					)}
				</div>
			))}
		</section>
	);
}
