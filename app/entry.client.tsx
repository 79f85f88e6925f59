import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { loadTexts } from "~/lib/i18n/i18n.client";

const i18n = await loadTexts(document.documentElement.lang);

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<I18nextProvider i18n={i18n}>
				<RemixBrowser />
			</I18nextProvider>
		</StrictMode>,
	);
});
