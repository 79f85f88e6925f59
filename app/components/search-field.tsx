import { useEffect, useRef } from "react";
import { useTexts } from "~/components/use-texts";
import { limits } from "~/lib/forms/limits";

interface SearchFieldProps {
	readonly id: string;
	readonly label: string;
	readonly q: string;
	/** Whether all that the words are searched in stands in the rows of the page, which are then filtered while somebody types. */
	readonly filtersRows?: boolean;
}

/** After a step back in the history the field shows the words of that page, also without a new document. */
export function SearchField({ id, label, q, filtersRows = false }: SearchFieldProps) {
	const { t } = useTexts();
	const input = useRef<HTMLInputElement>(null);
	const shown = useRef(q);
	useEffect(() => {
		// Before hydration something may have been typed already.
		if (shown.current !== q && input.current) input.current.value = q;
		shown.current = q;
	}, [q]);
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<input
				id={id}
				ref={input}
				type="search"
				name="q"
				defaultValue={q}
				data-filter={filtersRows ? "" : undefined}
				maxLength={limits.search}
				enterKeyHint="search"
			/>
			{filtersRows && (
				<output htmlFor={id} className="text-muted" hidden>
					{t("startingList.nothingFound")}
				</output>
			)}
		</div>
	);
}
