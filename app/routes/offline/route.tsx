import type { LinksFunction } from "@remix-run/cloudflare";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { page } from "~/shell/handle";
import pictureUrl from "~/styles/pictures/outlanded.svg?url";

/** Named in the page, so that the service worker stores it with the page. */
export const links: LinksFunction = () => [{ rel: "preload", as: "image", href: pictureUrl }];

export const handle = page({ title: "offline.title", cached: [] });

/**
 * The service worker shows it when there is neither a connection nor a cached response. It fills the list with the pages it has stored;
 * without one the section is hidden.
 */
export default function OfflinePage() {
	const { t } = useTexts();
	return (
		<div className="narrow prose outlanded">
			<h1>{t("offline.title")}</h1>
			<p>{t("offline.text")}</p>
			<section className="stored-pages not-has-[li]:hidden">
				<h2>{t("offline.stored")}</h2>
				<ul id="stored-pages" />
			</section>
			<p>
				<AppLink className="button" to="/">
					{t("error.home")}
				</AppLink>
			</p>
		</div>
	);
}
