import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { type ClassType, classTypes } from "~db/enums";
import type { BoardRow } from "./status-board.server";

interface LaunchFormsProps {
	readonly rows: readonly BoardRow[];
	/** Its id. */
	readonly day: string;
	readonly path: string;
}

/** For each class one tap for a whole launch, and one that undoes it as long as nothing newer has happened in the class. */
export function LaunchForms({ rows, day, path }: LaunchFormsProps) {
	const { t } = useTranslation();
	return (
		<div className="duty-launches no-print">
			{classTypes.map((type) => {
				const ofClass = rows.filter(({ classType }) => classType === type);
				const launched = lastLaunch(ofClass);
				const name = t(`competitionClass.${type}`);
				return (
					<ActionForm key={type} action={path} errorText={t("competitorStatus.update.error")}>
						{(busy) => (
							<div className="button-row">
								<input type="hidden" name="day" value={day} />
								<input type="hidden" name="class" value={type satisfies ClassType} />
								{ofClass.some(({ status }) => status === "DNF") && (
									<button
										type="submit"
										className="button"
										name="intent"
										value="launch"
										aria-busy={busy || undefined}
									>
										<Icon name="flying" />
										{t("statuses.launch", { class: name })}
									</button>
								)}
								{launched && (
									<>
										<input type="hidden" name="undo" value={launched.at} />
										<button type="submit" className="button" name="intent" value="undo-launch">
											{t("statuses.launch.undo", { class: name, count: launched.count })}
										</button>
									</>
								)}
							</div>
						)}
					</ActionForm>
				);
			})}
		</div>
	);
}

/** Time in milliseconds of the newest change of a class and how many fly since then; null unless it was one of several at once. */
function lastLaunch(rows: readonly BoardRow[]) {
	const at = Math.max(...rows.map(({ lastChange }) => lastChange?.at.getTime() ?? 0));
	const count = rows.filter(
		({ status, lastChange }) => status === "FLYING" && lastChange?.at.getTime() === at,
	).length;
	return count > 1 ? { at, count } : null;
}
