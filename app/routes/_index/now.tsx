import type { ReactNode } from "react";

/** The part of home with a line above. It is named by its heading, or else by a label. */
export function Now({
	heading,
	...props
}: {
	readonly heading?: ReactNode;
	readonly label?: string;
	readonly children: ReactNode;
}) {
	return (
		<section
			className="now border-t-2 border-ink pt-5"
			{...(heading ? { "aria-labelledby": "now" } : { "aria-label": props.label })}
		>
			{heading && (
				<h2 id="now" className="mb-4">
					{heading}
				</h2>
			)}
			{props.children}
		</section>
	);
}
