import { memo } from "react";
import { AppLink } from "~/components/app-link";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting";
import { StatusLabel, statusClass } from "~/components/status-chip";
import { useTexts } from "~/components/use-texts";
import { statusTarget } from "~/lib/days/statuses/status-taps";
import { type PilotStatus, pilotStatuses } from "~db/enums";

interface DutyRowProps {
	readonly row: {
		/** Id of the status. */
		readonly id: string;
		readonly registrationId: string;
		readonly startNumber: string;
		readonly fullName: string;
		readonly classType: string;
		readonly status: PilotStatus | null;
		/** Whether somebody has reported where the pilot's field is. */
		readonly hasPlace: boolean;
	};
	/** Local date. */
	readonly day: string;
	readonly path: string;
}

/**
 * The pressed button is what the server has; the one with a mark waits to be sent. Who is out is asked for the place. A desk reads all
 * its rows after every tap, and draws those that have changed.
 */
export const DutyRow = memo(DrawnRow);

function DrawnRow({ row, day, path }: DutyRowProps) {
	const { t, classNameOf } = useTexts();
	const target = statusTarget(row.id);
	const { value, wanted, tap } = useQueuedField(target, "status", row.status ?? "");
	const isAsked = (wanted ?? value) === "OUTLANDING" && !row.hasPlace;
	return (
		<li id={target} className="duty-row">
			<span className="start-number">{row.startNumber}</span>
			<span className="duty-name">{row.fullName}</span>
			{isAsked ? (
				// A document of its own: only that one may ask where the device is.
				<AppLink
					className="duty-where button status-outlanding"
					to={`/outlandings/report?day=${day}&pilot=${row.registrationId}`}
					reloadDocument
				>
					{t("statuses.duty.where")}
				</AppLink>
			) : (
				<span className="duty-class">{classNameOf(row.classType)}</span>
			)}
			<ActionForm
				action={path}
				errorText={t("competitorStatus.update.error")}
				target={target}
				tap={tap}
				about={row.startNumber}
				values={{ id: row.id }}
			>
				<fieldset className="status-buttons" aria-label={`${row.startNumber} ${row.fullName}`}>
					{pilotStatuses.map((status) => (
						<button
							key={status}
							type="submit"
							name="status"
							value={status}
							className={`button ${statusClass(status)}`}
							aria-pressed={value === status}
							data-waits={wanted === status ? "" : undefined}
						>
							<StatusLabel status={status} />
							{wanted === status && <WaitingMark />}
						</button>
					))}
				</fieldset>
			</ActionForm>
		</li>
	);
}
