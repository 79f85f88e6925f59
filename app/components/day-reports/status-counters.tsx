import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { listId } from "~/components/skip-to-list";
import { useTexts } from "~/components/use-texts";
import type { ClassStatuses } from "~/lib/days/statuses/count-statuses.server";
import type { ClassType, PilotStatus } from "~db/enums";

interface StatusCountersProps {
	readonly statuses: ClassStatuses;
	readonly classType: ClassType;
	/** Local date of the list that the numbers lead to. */
	readonly date: string;
	/** Why the numbers may be wrong; null while they are to be believed. */
	readonly doubt: string | null;
	/** What stands in the line of the names. */
	readonly children?: ReactNode;
}

/** The list of a class's pilots in one state, at the first of them. */
const listOf = (date: string, classType: ClassType, state: PilotStatus) =>
	`/statuses?day=${date}&class=${classType}&only=${state}#${listId}`;

/** How many pilots fly, are out or are home, and the names of those who are out. */
export function StatusCounters({
	statuses: { counts, out },
	classType,
	date,
	doubt,
	children,
}: StatusCountersProps) {
	const { t } = useTexts();
	return (
		<>
			<ul className="status-counts grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-2">
				{(["FLYING", "OUTLANDING", "HOME"] as const).map((state) => (
					<li
						key={state}
						className={`rounded-control border border-current ${doubt && state === "FLYING" ? "bg-danger-ground text-danger" : `status-${state.toLowerCase()}`}`}
					>
						<AppLink
							className="grid min-h-11 justify-items-center px-1 pt-1.5 pb-2 text-center text-base/tight font-strong text-inherit no-underline"
							to={listOf(date, classType, state)}
						>
							<strong className="text-3xl/tight font-extrabold tabular-nums">{counts[state]}</strong>{" "}
							{t(`day.state.${state}`)}
						</AppLink>
					</li>
				))}
			</ul>
			<Doubt doubt={doubt} classType={classType} date={date} />
			<NamesOut out={out}>{children}</NamesOut>
		</>
	);
}

/** Says why the number of who flies may be wrong, and leads to who they are; nothing while it is to be believed. */
export function Doubt({ doubt, classType, date }: Pick<StatusCountersProps, "doubt" | "classType" | "date">) {
	return (
		doubt && (
			<p className="font-semibold">
				<AppLink className="-my-2.5 inline-block py-2.5 text-danger" to={listOf(date, classType, "FLYING")}>
					{doubt}
				</AppLink>
			</p>
		)
	);
}

/** Names who is in a field, and says what else belongs to it; nothing when there is neither. */
export function NamesOut({
	out,
	children,
}: Pick<ClassStatuses, "out"> & Pick<StatusCountersProps, "children">) {
	const { t } = useTexts();
	if (out.length === 0 && !children) return null;
	return (
		<p className="flex flex-wrap justify-between gap-x-4">
			{out.length > 0 && (
				<span>
					{t("day.out")}{" "}
					{out.map((name, index) => (
						<strong key={name} className="inline-block">
							{name}
							{index < out.length - 1 && ",\u00a0"}
						</strong>
					))}
				</span>
			)}
			{children}
		</p>
	);
}
