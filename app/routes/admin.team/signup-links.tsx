import { TextField } from "~/components/app-form";
import { ShareButton } from "~/components/share-button";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import { limits } from "~/lib/forms/limits";

interface SignupLinksProps {
	/** Address of a new link, which is shown once; null without one. */
	readonly made: string | null;
	readonly links: readonly { readonly id: string; readonly name: string; readonly until: string }[];
}

/** Makes and withdraws links for people who are to enter while signup is closed. */
export function SignupLinks({ made, links }: SignupLinksProps) {
	const { t } = useTexts();
	return (
		<section className="stack" aria-labelledby="signup-links">
			<h2 id="signup-links">{t("signupLinks.title")}</h2>
			<p>{t("signupLinks.lead")}</p>
			{made && (
				<div className="notice notice-success" role="status">
					<p className="notice-title">{t("signupLinks.made")}</p>
					<p className="break-all">
						<code>{made}</code>
					</p>
					<ShareButton address={made} />
				</div>
			)}
			<form method="post">
				<input type="hidden" name="intent" value="make-link" />
				<TextField
					field={{ id: "link-name", name: "name" }}
					label={t("signupLinks.name")}
					maxLength={limits.name}
					autoComplete="off"
					required
				/>
				<SubmitButton primary={false}>{t("signupLinks.make")}</SubmitButton>
			</form>
			<ul className="lined">
				{links.map(({ id, name, until }) => (
					<li key={id} className="button-row justify-between">
						<span className="min-w-0 break-words">
							<strong>{name}</strong>, {t("team.until", { time: until })}
						</span>
						<form method="post">
							<input type="hidden" name="id" value={id} />
							<button type="submit" className="button" name="intent" value="withdraw-link">
								{t("team.withdraw")}
								<span className="sr-only">{`: ${name}`}</span>
							</button>
						</form>
					</li>
				))}
			</ul>
		</section>
	);
}
