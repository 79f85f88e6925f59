import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";
import { AppLink } from "./app-link";

/*
 * A table whose rows are cards on narrow screens. The roles are explicit, because browsers drop the implicit ones when
 * styles change the display.
 */
export const roles = {
	table: { role: "table" },
	rowGroup: { role: "rowgroup" },
	row: { role: "row" },
	columnHeader: { role: "columnheader", scope: "col" },
	rowHeader: { role: "rowheader", scope: "row" },
	cell: { role: "cell" },
} as const;

interface SortedHead {
	readonly label: string;
	/** Address of the list in the order of the column. */
	readonly to: string;
	/** Whether it stands in it. */
	readonly isChosen: boolean;
}

interface DataTableProps {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly columns: readonly (string | SortedHead)[];
	/** The cards of a long list have no column names on narrow screens. */
	readonly compact?: boolean;
	/** Id of the rows, for a link that skips the heads. */
	readonly bodyId?: string;
	readonly children: ReactNode;
}

export function DataTable({ labelledBy, columns, compact = false, bodyId, children }: DataTableProps) {
	return (
		<table
			className={compact ? "data-table data-table-compact" : "data-table"}
			aria-labelledby={labelledBy}
			{...roles.table}
		>
			<thead {...roles.rowGroup}>
				<tr {...roles.row}>
					{columns.map((column) =>
						typeof column === "string" ? (
							<th key={column} {...roles.columnHeader}>
								{column}
							</th>
						) : (
							<th
								key={column.label}
								aria-sort={column.isChosen ? "ascending" : undefined}
								{...roles.columnHeader}
							>
								<AppLink to={column.to} preventScrollReset>
									{column.label}
								</AppLink>
							</th>
						),
					)}
				</tr>
			</thead>
			<tbody id={bodyId} {...roles.rowGroup}>
				{children}
			</tbody>
		</table>
	);
}

interface PartProps {
	readonly className?: string | undefined;
	readonly children: ReactNode;
}

export function DataRow({ id, className, children }: PartProps & { readonly id?: string }) {
	return (
		<tr id={id} className={className} {...roles.row}>
			{children}
		</tr>
	);
}

export function RowHeader({ className, children }: PartProps) {
	return (
		<th className={className} {...roles.rowHeader}>
			{children}
		</th>
	);
}

/** @param label name of the column, shown beside the value on narrow screens; without it the value stands alone */
export function DataCell({ label, className, children }: PartProps & { readonly label?: string }) {
	return (
		<td data-label={label} className={className} {...roles.cell}>
			{children}
		</td>
	);
}

/** Link to older rows with the same filters. @param next cursor; null at the end of the list */
export function PageTurner({ next }: { readonly next: string | null }) {
	const { t } = useTexts();
	const [params] = useSearchParams();
	if (next === null) return null;
	const older = new URLSearchParams(params);
	older.set("after", next);
	return (
		<p>
			<a className="button" href={`?${older}`} rel="next">
				{t("list.older")}
			</a>
		</p>
	);
}
