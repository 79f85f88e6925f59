import { useEffect, useRef } from "react";
import { limits } from "~/lib/forms/limits";

interface SearchFieldProps {
	readonly id: string;
	readonly label: string;
	/** The words of the address. */
	readonly q: string;
}

/** Where words to look for are typed; the way back brings the words of the page before, also without a new document. */
export function SearchField({ id, label, q }: SearchFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const shown = useRef(q);
	useEffect(() => {
		// Not when React comes: by then somebody may have begun to type.
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
				maxLength={limits.search}
				enterKeyHint="search"
			/>
		</div>
	);
}
