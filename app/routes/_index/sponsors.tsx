import { useTranslation } from "react-i18next";
import type { Sponsor } from "~editions/parts";

/** Who pays for it: logos, with a link where there is one. */
export function Sponsors({ sponsors }: { readonly sponsors: readonly Sponsor[] }) {
	const { t } = useTranslation();
	return (
		<section className="sponsors" aria-labelledby="sponsors">
			<h2 id="sponsors">{t("home.sponsors")}</h2>
			<ul>
				{sponsors.map(({ name, logo, url }) => {
					const image = <img src={logo} alt={name} width="250" height="90" loading="lazy" decoding="async" />;
					return <li key={name}>{url ? <a href={url}>{image}</a> : image}</li>;
				})}
			</ul>
		</section>
	);
}
