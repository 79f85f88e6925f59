import type { SignupPrivacy } from "~/lib/content/privacy-texts.server";
import { PrivacyLead } from "./privacy-lead";
import { useTexts } from "./use-texts";

const consents = ["processing", "publishing", "emails", "regulations"] as const;

/** What somebody agrees to who makes an account, and what becomes of the personal data. */
export function Consents({ privacy }: { readonly privacy: SignupPrivacy }) {
	const { t } = useTexts();
	const { email, sections } = privacy;
	return (
		<div className="notice">
			<p className="notice-title">{t("signup.consent.title")}</p>
			<ul>
				{consents.map((consent) => (
					<li key={consent}>{t(`signup.consent.${consent}`)}</li>
				))}
			</ul>
			{sections.map(({ id, title, lead }) => (
				<div key={id} className="pt-2">
					{/* In a tab of its own: what was typed stays. */}
					<a className="font-strong" href={`/privacy#${id}`} target="_blank" rel="noopener">
						{title}
						<span className="sr-only">{t("link.newTab")}</span>
					</a>
					<PrivacyLead lead={lead} email={id === "responsible" ? email : null} />
				</div>
			))}
		</div>
	);
}
