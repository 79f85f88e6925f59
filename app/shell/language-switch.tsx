import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Flag } from "~/components/icon";
import { type Language, languageFlags, languages } from "~/lib/i18n/language";

const ownNames: Readonly<Record<Language, string>> = { cs: "Čeština", en: "English" };

/** The same page in the other language. */
export function LanguageSwitch({ language }: { readonly language: Language }) {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const addressIn = (other: Language) => {
		const query = new URLSearchParams(search);
		query.set("lng", other);
		return `${pathname}?${query}`;
	};
	return (
		<ul className="site-languages" aria-label={t("nav.language")}>
			{languages.map((other) => (
				<li key={other}>
					<a
						className="bar-item"
						href={addressIn(other)}
						lang={other}
						hrefLang={other}
						aria-current={other === language ? "true" : undefined}
					>
						<Flag country={languageFlags[other]} />
						{ownNames[other]}
					</a>
				</li>
			))}
		</ul>
	);
}
