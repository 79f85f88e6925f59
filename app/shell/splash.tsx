/** Title and spinner over a visit's first page for half a second. The style sheet shows it and takes it away. */
export function Splash({ title }: { readonly title: string }) {
	return (
		<div className="splash" aria-hidden="true">
			<p>{title}</p>
			<span className="spinner" />
		</div>
	);
}
