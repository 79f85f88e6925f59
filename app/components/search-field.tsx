import { useEffect, useRef } from "react";
import { limits } from "~/lib/forms/limits";

interface SearchFieldProps {
	readonly id: string;
	readonly label: string;
	readonly q: string;
	/**
	 * Said where no row is left. With it the rows are filtered while somebody types: all that the words are searched in stands in them.
	 */
	readonly nothingFound?: string;
	/** Whether it stands in a line with other controls, its label inside. */
	readonly isLine?: boolean;
}

/** After a step back in the history the field shows the words of that page, also without a new document. */
export function SearchField({ id, label, q, nothingFound, isLine = false }: SearchFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const shown = useRef(q);
	useEffect(() => {
		// Before hydration something may have been typed already.
		if (shown.current !== q && input.current) input.current.value = q;
		shown.current = q;
	}, [q]);
	useEffect(() => {
		// Each time: React may have made rows, or have shown others in them.
		if (nothingFound) input.current?.dispatchEvent(new Event("input", { bubbles: true }));
	});
	return (
		<div className="field">
			<label htmlFor={id} className={isLine ? "sr-only" : undefined}>
				{label}
			</label>
			<input
				id={id}
				ref={input}
				type="search"
				name="q"
				placeholder={isLine ? label : undefined}
				defaultValue={q}
				data-filter={nothingFound && ""}
				maxLength={limits.search}
				enterKeyHint="search"
			/>
			{nothingFound && (
				<output htmlFor={id} className="text-muted" hidden>
					{nothingFound}
				</output>
			)}
		</div>
	);
}
