import { Icon } from "./icon";

export interface UnfoldingRow {
	readonly key: string | number;
	readonly head: string;
	/** What is said without unfolding. */
	readonly lead: string;
	/** Heads of the columns, where a figure has several values. */
	readonly heads?: readonly string[];
	/** A name and its values, in the order of the heads. */
	readonly figures: readonly (readonly [name: string, ...values: string[]])[];
	/** What the row means. */
	readonly note?: string;
}

interface UnfoldingListProps {
	readonly "aria-labelledby": string;
	readonly rows: readonly UnfoldingRow[];
}

/** What a phone shows in place of a wide table: a row for each of its rows, which unfolds all that stands in the columns. */
export function UnfoldingList({ rows, ...list }: UnfoldingListProps) {
	return (
		<ul className="border-t border-line md:hidden print:hidden" {...list}>
			{rows.map(({ key, head, lead, heads, figures, note }) => (
				<li key={key} className="border-b border-line">
					<details className="group/row">
						<summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-1.5">
							<span className="font-strong">{head}</span>
							<span className="ms-auto text-right font-strong tabular-nums">{lead}</span>
							<Icon name="chevron-down" className="flex-none group-open/row:rotate-180" />
						</summary>
						{note && <p className="pb-2 text-muted text-small">{note}</p>}
						<Figures heads={heads} figures={figures} />
					</details>
				</li>
			))}
		</ul>
	);
}

function Figures({ heads, figures }: Pick<UnfoldingRow, "heads" | "figures">) {
	return (
		<table className="mb-3 w-full text-small">
			{heads && (
				<thead className="text-muted">
					<tr>
						<td />
						{heads.map((head) => (
							<th key={head} scope="col" className="text-right font-strong">
								{head}
							</th>
						))}
					</tr>
				</thead>
			)}
			<tbody>
				{figures.map(([name, ...values]) => (
					<tr key={name}>
						<th scope="row" className="py-1 text-left font-normal wrap-anywhere text-muted">
							{name}
						</th>
						{values.map((value, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
							<td key={index} className="py-1 pl-2 text-right tabular-nums">
								{value}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
