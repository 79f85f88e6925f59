import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { loadTexts } from "~/lib/i18n/i18n.client";
import { FailedSubmissionContext } from "./failed-submission";

const page = document.documentElement;
const i18n = await loadTexts(page.lang);

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<I18nextProvider i18n={i18n}>
				<FailedSubmissionContext.Provider value={"failed" in page.dataset}>
					<RemixBrowser />
				</FailedSubmissionContext.Provider>
			</I18nextProvider>
		</StrictMode>,
	);
});
