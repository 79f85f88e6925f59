import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { loadTexts } from "~/lib/i18n/i18n.client";
import { firstLocationKey } from "./failed-submission";
import { FailedSubmissionProvider } from "./failed-submission-provider";

const page = document.documentElement;
// Remix gives the first location a key of its own before React begins.
const failedLocation = "failed" in page.dataset ? (history.state?.key ?? firstLocationKey) : null;
const i18n = await loadTexts(page.lang);

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
