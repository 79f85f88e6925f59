import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { PrivacyLead } from "~/components/privacy-lead";
import { useTexts } from "~/components/use-texts";
import { type PrivacySectionId, privacySections } from "~/lib/content/privacy-texts.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "privacy.title", cached: [] });

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return { email: ctx.edition.contacts.organiser.email, sections: privacySections(ctx) };
}

/** Where a section leads to, with the keys of the words. */
const ways: Partial<Record<PrivacySectionId, readonly (readonly [path: string, text: string])[]>> = {
	responsible: [["/contacts", "nav.contacts"]],
	erasure: [
		["/user-profile", "nav.profile"],
		["/user-profile/erase", "account.erase.link"],
	],
};

export default function PrivacyPage() {
	const { t } = useTexts();
	const { email, sections } = useLoaderData<typeof loader>();
	return (
		<>
			<div className="page-head">
				<h1>{t("privacy.title")}</h1>
			</div>
			{sections.map(({ id, title, lead, details }) => (
				<section key={id} className="prose section" aria-labelledby={id}>
					<h2 id={id}>{title}</h2>
					<PrivacyLead lead={lead} email={id === "responsible" ? email : null} />
					<ul>
						{details.map((detail) => (
							<li key={detail}>{detail}</li>
						))}
					</ul>
					{ways[id]?.map(([path, text]) => (
						<p key={path}>
							<AppLink to={path}>{t(text)}</AppLink>
						</p>
					))}
				</section>
			))}
		</>
	);
}
