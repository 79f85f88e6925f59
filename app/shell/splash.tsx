/** Shown over a visit's first page for half a second, by the style sheet alone. */
export function Splash({ title }: { readonly title: string }) {
	return (
		<div className="splash" aria-hidden="true">
			<p>{title}</p>
			<span className="spinner" />
		</div>
	);
}
