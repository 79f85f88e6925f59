import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { type BoardChoice, boardPath } from "./board-address";
import type { StatusBoard } from "./status-board.server";

interface DutyBarProps {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
}

/** For organisers: locks and unlocks the buttons, and makes missing statuses. */
export function DutyBar({ board, choice }: DutyBarProps) {
	const { t } = useTranslation();
	const { duty } = choice;
	return (
		<div className={`notice ${duty ? "notice-warning" : "notice-info"} no-print`}>
			<p className="notice-title">{t(duty ? "statuses.duty.on" : "statuses.duty.off")}</p>
			<div className="button-row">
				<Link
					className={duty ? "button" : "button button-primary"}
					to={boardPath({ ...choice, duty: !duty })}
					preventScrollReset
				>
					<Icon name="lock" />
					{t(duty ? "statuses.duty.end" : "statuses.duty.start")}
				</Link>
				{board.day && board.missing > 0 && (
					<MakeStatuses dayId={board.day.id} missing={board.missing} path={boardPath(choice)} />
				)}
			</div>
		</div>
	);
}

interface MakeStatusesProps {
	readonly dayId: string;
	readonly missing: number;
	readonly path: string;
}

function MakeStatuses({ dayId, missing, path }: MakeStatusesProps) {
	const { t } = useTranslation();
	return (
		<ActionForm action={path} errorText={t("competitorStatus.update.error")}>
			{(busy) => (
				<>
					<input type="hidden" name="day" value={dayId} />
					<button type="submit" className="button" name="intent" value="make" aria-busy={busy || undefined}>
						<Icon name="plus" />
						{t("statuses.make", { count: missing })}
					</button>
				</>
			)}
		</ActionForm>
	);
}
