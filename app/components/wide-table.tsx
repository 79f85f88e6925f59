import type { ComponentProps } from "react";

type RegionProps = ComponentProps<"section">;

/** A region that scrolls sideways, by the keyboard too. */
export function ScrollRegion({ className = "", ...section }: RegionProps) {
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
	return <section className={`scroll-region ${className}`.trim()} tabIndex={0} {...section} />;
}

/** Class of a table in whose place a phone shows an `UnfoldingList`. */
export const notOnPhones = "max-md:hidden print:block";

type WideTableProps = RegionProps & {
	readonly columns: readonly (readonly [head: string, className?: string])[];
};

/** A table of figures that stays a table on narrow screens. Its children are its bodies. */
export function WideTable({ columns, children, ...region }: WideTableProps) {
	const heads = columns.map(([head, className]) => (
		<th key={head} scope="col" className={className}>
			{head}
		</th>
	));
	return (
		<ScrollRegion {...region}>
			<table className="data-table data-table-wide" aria-labelledby={region["aria-labelledby"]}>
				<thead>
					<tr>{heads}</tr>
				</thead>
				{children}
			</table>
		</ScrollRegion>
	);
}
