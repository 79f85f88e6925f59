interface KeptTogetherProps {
	/** The whole sentence. */
	readonly text: string;
	/** A date or the like that stands in it and must not be broken at the end of a line. */
	readonly part: string;
}

/** A sentence whose date stays on one line. */
export function KeptTogether({ text, part }: KeptTogetherProps) {
	const at = text.indexOf(part);
	if (at < 0) return text;
	return (
		<>
			{text.slice(0, at)}
			<span className="unbroken">{part}</span>
			{text.slice(at + part.length)}
		</>
	);
}
