/** The basemap of an edition, read in parts. The address changes with its bytes. */
export function basemapPath(digest: string): string {
	return `/basemap/${digest}`;
}
