/** Path of a document's file. It stays the same when a newer version replaces it, so that it can be passed on. */
export function documentPath({ id, name }: { readonly id: string; readonly name: string }): string {
	return `/documents/${id}/${encodeURIComponent(name)}`;
}
