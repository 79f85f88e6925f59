import { RemixBrowser } from "@remix-run/react";
import type { i18n } from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { notifyUnhydrated } from "~/browser/hydration";
import { loadChunk } from "~/browser/load-chunk";
import { loadTexts } from "~/browser/texts";
import { firstLocationKey } from "~/components/failed-submission";
import { fallbackLanguage, isLanguage } from "~/lib/i18n/language";
import { FailedSubmissionProvider } from "~/shell/failed-submission-provider";

const page = document.documentElement;
// Remix sets the key of the first location before React starts.
const failedLocation = "failed" in page.dataset ? (history.state?.key ?? firstLocationKey) : null;
const language = isLanguage(page.lang) ? page.lang : fallbackLanguage;

const texts = await loadTexts(language, "organiser" in page.dataset).catch(() => null);
if (texts) {
	await readLoaderData();
	hydrate(texts);
} else {
	notifyUnhydrated();
}

function hydrate(i18n: i18n): void {
	loadChunk(import("~/browser/lost-links"))
		.then(({ followLostLinks }) => followLostLinks())
		.catch(() => undefined);
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<I18nextProvider i18n={i18n}>
					<FailedSubmissionProvider first={failedLocation}>
						<RemixBrowser />
					</FailedSubmissionProvider>
				</I18nextProvider>
			</StrictMode>,
		);
	});
}

/**
 * Remix throws a promise, as Suspense expects, until it has read the loaders' data from the document. A key or a click during that time
 * makes React discard the page (its error 345), so React starts after it.
 */
async function readLoaderData(): Promise<void> {
	try {
		RemixBrowser({});
	} catch (reading) {
		await reading;
	}
}
