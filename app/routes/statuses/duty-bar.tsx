import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { type BoardChoice, boardPath } from "./board-address";
import type { StatusBoard } from "./status-board.server";

interface DutyProps {
	readonly choice: BoardChoice;
}

/** For organisers: the buttons are locked until a duty begins. */
export function DutyBar({ choice }: DutyProps) {
	const { t } = useTranslation();
	return (
		<div className="notice notice-info no-print">
			<p className="notice-title">{t("statuses.duty.off")}</p>
			<Link className="button button-primary" to={boardPath({ ...choice, duty: true })} preventScrollReset>
				<Icon name="lock" />
				{t("statuses.duty.start")}
			</Link>
		</div>
	);
}

/** Beside the heading, so that the competitors begin high on a phone. */
export function EndOfDuty({ choice }: DutyProps) {
	const { t } = useTranslation();
	return (
		<>
			<p className="max-md:sr-only">{t("statuses.duty.on")}</p>
			<Link className="button no-print" to={boardPath({ ...choice, duty: false })} preventScrollReset>
				<Icon name="lock" />
				{t("statuses.duty.end")}
			</Link>
		</>
	);
}

/** One tap makes the statuses of those who were accepted after the task was set. */
export function MissingStatuses({ board, choice }: DutyProps & { readonly board: StatusBoard }) {
	const { t } = useTranslation();
	if (!board.day || board.missing === 0) return null;
	return (
		<ActionForm action={boardPath(choice)} errorText={t("competitorStatus.update.error")}>
			{(busy) => (
				<p className="my-4 no-print">
					<input type="hidden" name="day" value={board.day?.id} />
					<button type="submit" className="button" name="intent" value="make" aria-busy={busy || undefined}>
						<Icon name="plus" />
						{t("statuses.make", { count: board.missing })}
					</button>
				</p>
			)}
		</ActionForm>
	);
}
