import { useLocation } from "@remix-run/react";
import { type Language, languages } from "~/lib/i18n/language";

interface PageHeadLinksProps {
	readonly origin: string;
	readonly language: Language;
}

/** The addresses of the page in both languages, and of the web app. Without `lng` the language depends on the reader's settings. */
export function PageHeadLinks({ origin, language }: PageHeadLinksProps) {
	const { pathname } = useLocation();
	const addressIn = (other: Language) => `${origin}${pathname}?lng=${other}`;
	return (
		<>
			<link rel="canonical" href={addressIn(language)} />
			{languages.map((other) => (
				<link key={other} rel="alternate" hrefLang={other} href={addressIn(other)} />
			))}
			<link rel="manifest" href={`/manifest.webmanifest?lng=${language}`} />
		</>
	);
}
