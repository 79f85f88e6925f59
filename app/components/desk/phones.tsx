/** Numbers to call by a tap. */
export function Phones({ phones }: { readonly phones: readonly string[] }) {
	return (
		<p className="button-row">
			{phones.map((phone) => (
				<a key={phone} className="button" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
					{phone}
				</a>
			))}
		</p>
	);
}
