import { useTranslation } from "react-i18next";
import { Conflict } from "~/components/conflict";
import { PageTurner } from "~/components/data-table";
import { EmailAddress } from "~/components/email-address";
import { RequestedChange } from "~/components/entry/requested-change";
import { type NewsItem, NewsList } from "~/components/news-list";

/** What somebody else has saved meanwhile, and what a competitor asks for. */
export function ChangeSamples() {
	const { t } = useTranslation();
	return (
		<div className="stack">
			<Conflict
				title={t("pieces.sample.title")}
				rows={[{ name: "glider", label: t("pieces.sample.label"), yours: "LS 4", saved: "" }]}
			/>
			<RequestedChange changes={[{ field: "gliderType", before: "LS 4", after: "ASW 19" }]} />
		</div>
	);
}

/** News for visitors and for organisers, none, and the way to older rows. */
export function NewsSamples() {
	const { t } = useTranslation();
	const item = (id: string): NewsItem => ({
		id,
		title: t("pieces.sample.title"),
		body: t("pieces.sample.text"),
		authorName: "Petra",
		authorSurname: "Hájková",
		updatedAt: new Date("2025-07-17T07:30:00Z"),
		day: 6,
	});
	return (
		<div className="stack">
			{[false, true].map((admin) => (
				<NewsList
					key={String(admin)}
					items={[item(`piece-${admin}`)]}
					admin={admin}
					level={3}
					returnTo="/dev/gallery"
				/>
			))}
			<NewsList items={[]} admin={false} level={3} returnTo="/dev/gallery" />
			<PageTurner next="older" />
			<p>
				<EmailAddress address="jakub.hradecky@example.com" />
			</p>
		</div>
	);
}
