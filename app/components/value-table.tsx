import { DataCell, DataRow, DataTable, RowHeader } from "./data-table";

interface ValueTableProps {
	/** Id of its heading. */
	readonly labelledBy: string;
	/** Heads of the name and of both values. */
	readonly columns: readonly string[];
	readonly rows: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** Settings as they are and as they would be. */
export function ValueTable({ labelledBy, columns, rows }: ValueTableProps) {
	const [, before, after] = columns;
	return (
		<DataTable labelledBy={labelledBy} columns={columns}>
			{rows.map((row) => (
				<DataRow key={row.name}>
					<RowHeader>{row.name}</RowHeader>
					<DataCell label={before}>
						<Value text={row.before} />
					</DataCell>
					<DataCell label={after}>
						<Value text={row.after} />
					</DataCell>
				</DataRow>
			))}
		</DataTable>
	);
}

/** Characters of the longest value that stays whole. */
const shortValue = 20;

/** A value; a long one, such as an address, breaks anywhere. */
function Value({ text }: { readonly text: string }) {
	return (
		<span className={text.length > shortValue ? undefined : "break-words"}>
			<Logo text={text} />
		</span>
	);
}

/** The picture of a path, and any other text as it is. */
export function Logo({ text }: { readonly text: string }) {
	return text.startsWith("/") ? (
		<img className="mb-4 max-h-24 max-w-62.5 rounded-control bg-white object-contain" src={text} alt={text} />
	) : (
		text
	);
}
