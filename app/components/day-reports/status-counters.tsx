import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import type { ClassStatuses } from "~/lib/days/statuses/count-statuses.server";
import type { ClassType } from "~db/enums";

interface StatusCountersProps {
	readonly statuses: ClassStatuses;
	readonly classType: ClassType;
	/** Local date of the list that the numbers lead to. */
	readonly date: string;
	/** Why the numbers may be wrong; null while they are to be believed. */
	readonly doubt: string | null;
}

/** How many pilots fly, are out or are home, and the names of those who are out. */
export function StatusCounters({ statuses: { counts, out }, classType, date, doubt }: StatusCountersProps) {
	const { t } = useTexts();
	const list = (state: keyof typeof counts) => `/statuses?day=${date}&class=${classType}&only=${state}`;
	return (
		<>
			<ul className="status-counts grid grid-cols-3 gap-2 max-2xs:grid-cols-1">
				{(["FLYING", "OUTLANDING", "HOME"] as const).map((state) => (
					<li
						key={state}
						className={`rounded-control border border-current ${doubt && state === "FLYING" ? "bg-danger-ground text-danger" : `status-${state.toLowerCase()}`}`}
					>
						<AppLink
							className="grid min-h-11 justify-items-center px-1 pt-1.5 pb-2 text-center text-base/tight font-strong text-inherit no-underline"
							to={list(state)}
						>
							<strong className="text-3xl/tight font-extrabold tabular-nums">{counts[state]}</strong>{" "}
							{t(`day.state.${state}`)}
						</AppLink>
					</li>
				))}
			</ul>
			{doubt && (
				<p className="font-semibold">
					<AppLink className="-my-2.5 inline-block py-2.5 text-danger" to={list("FLYING")}>
						{doubt}
					</AppLink>
				</p>
			)}
			<NamesOut out={out} />
		</>
	);
}

/** Names who is in a field; nothing when nobody is. */
export function NamesOut({ out }: Pick<ClassStatuses, "out">) {
	const { t } = useTexts();
	return (
		out.length > 0 && (
			<p>
				{t("day.out")} <strong>{out.join(", ")}</strong>
			</p>
		)
	);
}
