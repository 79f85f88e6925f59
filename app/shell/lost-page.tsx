import { useEffect } from "react";

/**
 * In place of a page whose data did not come after a change of page by React: the page is loaded as a document. The service worker then
 * shows its stored copy or the offline page, and the server its own error.
 */
export function LostPage() {
	useEffect(() => location.reload(), []);
	return null;
}
