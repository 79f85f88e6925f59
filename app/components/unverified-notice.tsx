import { useTexts } from "~/components/use-texts";
import { useRootData } from "./use-root-data";

/** Shown to signed-in users until they have verified their address: what they do not get, and the link once more. */
export function UnverifiedNotice() {
	const { t } = useTexts();
	const user = useRootData()?.user;
	if (!user || user.verified) return null;
	return (
		<section className="notice notice-info no-print mt-4" aria-labelledby="unverified">
			<p className="notice-title" id="unverified">
				{t("unverified.title")}
			</p>
			<p className="break-words">{t("unverified.text", { email: user.email })}</p>
			<form method="post" action="/user-profile" className="mt-3">
				<input type="hidden" name="intent" value="send-again" />
				<button type="submit" className="button">
					{t("unverified.again")}
				</button>
			</form>
		</section>
	);
}
