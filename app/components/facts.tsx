import { Fragment, type ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
	readonly facts: readonly Fact[];
	readonly className?: string;
}

/** Names and values in two columns. A fact without a value is left out. */
export function Facts({ facts, className = "facts" }: FactsProps) {
	const shown = facts.map(
		([name, value]) =>
			value && (
				<Fragment key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</Fragment>
			),
	);
	return <dl className={className}>{shown}</dl>;
}
