/** A newer version keeps the path, so people can pass it on. */
export function documentPath({ id, name }: { readonly id: string; readonly name: string }): string {
	return `/documents/${id}/${encodeURIComponent(name)}`;
}
