import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import type { DayStates } from "~/lib/results/day-reports/class-day";

interface ClassStatesProps {
	readonly states: DayStates;
	/** Local date of the list that the numbers lead to. */
	readonly date: string;
}

/** How many fly, are out, are home; and who is out. */
export function ClassStates({ states: { counts, out }, date }: ClassStatesProps) {
	const { t } = useTranslation();
	return (
		<>
			<ul className="state-counts">
				{(["FLYING", "OUTLANDING", "HOME"] as const).map((state) => (
					<li key={state} className={`status-${state.toLowerCase()}`}>
						<AppLink to={`/statuses?day=${date}`}>
							<strong>{counts[state]}</strong> {t(`day.state.${state}`)}
						</AppLink>
					</li>
				))}
			</ul>
			{out.length > 0 && (
				<p>
					{t("day.out")} <strong>{out.join(", ")}</strong>
				</p>
			)}
		</>
	);
}
