import { useTexts } from "~/components/use-texts";
import type { OpenDay } from "~/lib/days/statuses/statuses-queries.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { AppLink } from "../app-link";

/** More than these are a number that leads to their names. */
const mostNames = 3;

/** Shows organisers the pilots who are not back from an earlier day, until they have set the last status of each day. */
export function OpenDays({ days }: { readonly days: readonly OpenDay[] }) {
	const { t, language } = useTexts();
	if (days.length === 0) return null;
	return (
		<ul className="notice notice-danger">
			{days.map(({ date, pilots }) => (
				<li key={date} className="first-letter:uppercase">
					<AppLink to={`/statuses?day=${date}&duty=on`}>
						{t("statuses.open", { count: pilots.length, day: formatDay(date, language) })}
					</AppLink>
					{pilots.length <= mostNames && ` ${pilots.join(", ")}`}
				</li>
			))}
		</ul>
	);
}
