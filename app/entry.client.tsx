import { RemixBrowser } from "@remix-run/react";
import type { i18n } from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { notifyUnhydrated } from "~/browser/hydration";
import { loadTexts } from "~/browser/texts";
import { FailedSubmissionProvider, firstLocationKey } from "~/components/failed-submission";
import { fallbackLanguage, isLanguage } from "~/lib/i18n/language";
import { holdEvents } from "./browser/hydration";

const page = document.documentElement;
// Remix sets the key of the first location before React starts.
const failedLocation = "failed" in page.dataset ? (history.state?.key ?? firstLocationKey) : null;
const language = isLanguage(page.lang) ? page.lang : fallbackLanguage;

const texts = await loadTexts(language, "organiser" in page.dataset).catch(() => null);
if (texts) hydrate(texts);
else notifyUnhydrated();

function hydrate(i18n: i18n): void {
	holdEvents();
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
