import type { ReactNode } from "react";

interface RefusalProps {
	readonly title: string;
	/** What is wrong, a line each. */
	readonly lines?: readonly string[];
	readonly children?: ReactNode;
}

/** Says that something was not done, and why. */
export function Refusal({ title, lines = [], children }: RefusalProps) {
	return (
		<div className="notice notice-danger" role="alert">
			<p className="notice-title">{title}</p>
			{children}
			{lines.length > 0 && (
				<ul>
					{lines.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			)}
		</div>
	);
}
