import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon";

interface FoldProps extends ComponentProps<"details"> {
	/** The heading, and what stays in place beside it. */
	readonly summary: ReactNode;
}

/** A card that opens. The arrow stays beside the heading when what stands there breaks into lines. */
export function Fold({ summary, className = "", children, ...details }: FoldProps) {
	return (
		<details className={`card group/fold pt-2 not-open:pb-2 ${className}`} {...details}>
			<summary className="relative flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-2 py-2 pr-8 group-open/fold:mb-2">
				{summary}
				<Icon name="chevron-down" className="absolute top-3 right-0 group-open/fold:rotate-180" />
			</summary>
			{children}
		</details>
	);
}
