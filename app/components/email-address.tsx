/** Breaks a long address before the @. */
export function EmailAddress({ address }: { readonly address: string }) {
	const at = Math.max(0, address.lastIndexOf("@"));
	return (
		<>
			{address.slice(0, at)}
			<wbr />
			{address.slice(at)}
		</>
	);
}
