import type { TextArea } from "~/lib/i18n/text-areas";

/**
 * Which texts a page needs where it hydrates, beside those of the shell. Keys are route ids
 * without "routes/". A test compares the table with the keys in the scripts of each route.
 */
const routeTexts: Readonly<Record<string, readonly TextArea[]>> = {
	_index: ["content"],
	news: ["content"],
	"news_.$newsId.delete": ["content"],
	documents: ["content"],
	"documents_.$documentId.delete": ["content"],
	contacts: ["content"],
	archive: ["content"],
	signup: ["account"],
	"password-reset": ["account"],
	"user-profile": ["account"],
	"user-profile_.erase": ["account"],
	"change-password": ["account"],
	"registration._index": ["entry", "startingList"],
	"registration.$registrationId": ["entry", "startingList"],
	"starting-list": ["startingList"],
	"igc._index": ["igc"],
	"igc.$igcFileId": ["igc", "flight"],
	statuses: ["statuses"],
	results: ["results"],
	users: ["organisers"],
	"competition-days": ["organisers"],
	"admin._index": ["organisers"],
	"admin.mail": ["organisers"],
	"admin.audit": ["organisers"],
	"admin.results": ["organisers", "results"],
	"admin_.glider-types": ["organisers", "startingList"],
};

/** The parts of the texts that a page needs. Those of complaints come with an error, or when a form is touched. */
export function textsOfPage(routeId: string): TextArea[] {
	const texts = routeTexts[routeId.replace(/^routes\//, "")] ?? [];
	return ["common", ...texts];
}
