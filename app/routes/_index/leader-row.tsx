import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { PilotName } from "~/components/pilot-name";
import { Lead } from "~/components/results/lead";
import { useTexts } from "~/components/use-texts";
import { formatPoints } from "~/lib/i18n/format-number";
import type { ClassType } from "~db/enums";

interface LeaderRowProps {
	/** Path of all the results. The whole row links there. */
	readonly to: string;
	/** What the results are of. */
	readonly label: string;
	/** What the results are made from. */
	readonly note: ReactNode;
	/** Rows by place. It names the first, and the second's points behind. */
	readonly rows:
		| readonly {
				readonly registrationId: string | null;
				readonly startNumber: string | null;
				readonly name: string;
				readonly points: number;
		  }[]
		| undefined;
	readonly classType: ClassType;
}

/** A line of the scoreboard: number, name, points and lead of the first competitor. */
export function LeaderRow({ to, label, note, rows = [], classType }: LeaderRowProps) {
	const { t, language } = useTexts();
	const [first] = rows;
	return (
		<li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 py-2 @max-[12rem]:grid-cols-1">
			<p className="col-span-full text-small text-muted">
				<AppLink className="no-underline after:absolute after:inset-0 hover:underline" to={to}>
					{label}
				</AppLink>{" "}
				{note}
				<Lead rows={rows} before=" " />
			</p>
			{first && (
				<>
					<p className="flex min-w-0 items-baseline gap-2 text-xl/tight @max-[12rem]:flex-wrap">
						<strong className="start-number max-w-full min-w-0 shrink-0">{first.startNumber}</strong>
						<span className="relative z-1 min-w-0 font-semibold">
							<PilotName pilot={{ id: first.registrationId, classType, ...first }} />
						</span>
					</p>
					<p className="text-right text-xl/tight @max-[12rem]:text-left whitespace-nowrap tabular-nums">
						<strong>
							{t("day.points", { count: first.points, points: formatPoints(first.points, language) })}
						</strong>
					</p>
				</>
			)}
		</li>
	);
}
