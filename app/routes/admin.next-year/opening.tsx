interface OpeningProps {
	/** Null until it was asked for. */
	readonly opening: {
		readonly complaints: readonly string[];
		readonly lines: readonly string[];
		readonly key: string;
		readonly confirm: string;
	} | null;
	readonly words: { readonly open: string; readonly openLead: string; readonly openPreview: string };
}

/** What opening the year does, shown before the button that does it. */
export function Opening({ opening, words }: OpeningProps) {
	const isReady = opening !== null && opening.complaints.length === 0;
	return (
		<section className="section stack" aria-labelledby="opening">
			<h2 id="opening">{words.open}</h2>
			<p>{words.openLead}</p>
			<form method="post">
				{opening && (
					// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what happens
					<section className="notice notice-warning" tabIndex={-1} autoFocus>
						<ul className="break-words">
							{(isReady ? opening.lines : opening.complaints).map((line) => (
								<li key={line}>{line}</li>
							))}
						</ul>
						{isReady && (
							<>
								<input type="hidden" name="previewed" value={opening.key} />
								<button type="submit" className="button button-primary mt-4" name="intent" value="open">
									{opening.confirm}
								</button>
							</>
						)}
					</section>
				)}
				{!isReady && (
					<button
						type="submit"
						className={opening ? "button mt-4" : "button"}
						name="intent"
						value="preview-open"
					>
						{words.openPreview}
					</button>
				)}
			</form>
		</section>
	);
}
