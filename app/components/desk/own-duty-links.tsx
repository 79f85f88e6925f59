import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { formatDay } from "~/lib/i18n/format-dates";

interface Named {
	readonly name: string;
	/** Local date. */
	readonly date: string;
}

export interface OwnDutyLinks {
	/** Links that end with the sessions of the account. */
	readonly held: readonly Named[];
	/** Links that have ended with them. */
	readonly lost: readonly Named[];
}

/** Beside what ends all sessions: which duty links of the user end too, or have ended, and the way to new ones. */
export function EndingDutyLinks({ held, lost }: OwnDutyLinks) {
	const { t, language } = useTexts();
	const namesOf = (links: readonly Named[]) =>
		links.map(({ name, date }) => `${name} (${formatDay(date, language)})`).join(", ");
	return (
		<>
			{held.length > 0 && <p>{t("dutyLinks.ending", { links: namesOf(held) })}</p>}
			{lost.length > 0 && (
				<div className="notice notice-warning">
					<p>{t("dutyLinks.ended", { links: namesOf(lost) })}</p>
					<p className="mt-3">
						<AppLink className="button" to="/duty">
							{t("dutyLinks.renew")}
						</AppLink>
					</p>
				</div>
			)}
		</>
	);
}
