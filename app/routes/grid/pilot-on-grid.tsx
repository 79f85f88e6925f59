import type { MouseEvent } from "react";
import { Icon } from "~/components/icon";
import { type Marks, PilotMarks, RegistrationNumber } from "~/components/pilot-marks";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField, useWaiting } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting";
import { useTexts } from "~/components/use-texts";
import { gliderName } from "~/lib/entries/gliders";
import { formatTime } from "~/lib/i18n/format-dates";

export interface ShownPilot extends Marks {
	/** Id of the entry. */
	readonly id: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly gliderType: string;
	readonly fullName: string;
	/** The launch, then relights. */
	readonly launches: readonly Date[];
	/** The launch that the desk has taken back last; null for none. */
	readonly takenBack: Date | null;
	readonly isScratched: boolean;
	/** These two are null for everybody but the desk. */
	readonly scratchReason: string | null;
	readonly remark: string | null;
}

interface PilotOnGridProps {
	readonly pilot: ShownPilot;
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
	/** Whether the reader scratches and takes back. */
	readonly canChange: boolean;
	/** Whether the reader notes launches. */
	readonly canLaunch: boolean;
}

/** What a launch changes, and the id of its row. The grid of another day shows the same pilots. */
export const launchTarget = (day: string, pilot: string) => `grid-${day}-${pilot}`;

/** Two lines: number, pilot and the launch, then the glider and the remark. */
export function PilotOnGrid({ pilot, day, path, canChange, canLaunch }: PilotOnGridProps) {
	const { t, language } = useTexts();
	const { id, startNumber, fullName, gliderType, registrationNumber, remark, launches, isScratched } = pilot;
	/** On a phone, what the desk taps and what became of the pilot stand in a line of their own. */
	const hasTaps = canChange && (isScratched || launches.length > 0 || pilot.takenBack !== null);
	return (
		<li id={launchTarget(day, id)} className={hasTaps ? "on-grid on-grid-tapped" : "on-grid"}>
			<span className="start-number">{startNumber}</span>
			<span className={isScratched ? "line-through" : undefined}>
				<strong>{fullName}</strong>
				<PilotMarks {...pilot} />{" "}
				<span className="block muted text-small">
					{gliderName(gliderType)}, <RegistrationNumber>{registrationNumber}</RegistrationNumber>
				</span>
				{remark && <span className="block">{remark}</span>}
			</span>
			<div className="on-grid-news button-row">
				{isScratched ? (
					<>
						<span className="chip">
							{t("grid.scratched")}
							{pilot.scratchReason && `: ${pilot.scratchReason}`}
						</span>
						{canChange && <BackOnGrid pilot={pilot} day={day} path={path} />}
					</>
				) : (
					<>
						{launches.map((at, index) => (
							<span key={String(at)} className="chip status-flying">
								{t(index === 0 ? "grid.launchedAt" : "grid.relightAt", {
									time: formatTime(new Date(at), language),
								})}
							</span>
						))}
						{(canLaunch || (canChange && launches.length > 0)) && (
							<LaunchButtons
								pilot={pilot}
								day={day}
								path={path}
								canChange={canChange}
								canLaunch={canLaunch}
							/>
						)}
					</>
				)}
			</div>
		</li>
	);
}

function BackOnGrid({
	pilot: { id, startNumber },
	day,
	path,
}: Omit<PilotOnGridProps, "canChange" | "canLaunch">) {
	const { t } = useTexts();
	const target = `scratch-${day}-${id}`;
	const isWaiting = useWaiting(target).length > 0;
	return (
		<ActionForm
			action={path}
			errorText={t("grid.error")}
			target={target}
			about={startNumber}
			values={{ day, pilot: id, intent: "unscratch" }}
		>
			<button type="submit" className="button no-print" data-waits={isWaiting ? "" : undefined}>
				{t("grid.unscratch")}
				{isWaiting && <WaitingMark />}
			</button>
		</ActionForm>
	);
}

/**
 * The first tap is the launch, later ones are relights; the last one can be taken back, and then comes back with its time. All of them
 * wait for a lost line.
 */
function LaunchButtons({ pilot, day, path, canChange, canLaunch }: PilotOnGridProps) {
	const { t, language } = useTexts();
	const { id, startNumber, launches, takenBack } = pilot;
	const target = launchTarget(day, id);
	const { value, wanted, tap } = useQueuedField(target, "launches", String(launches.length));
	const count = Number(wanted ?? value);
	const [lost = count === launches.length ? takenBack : null] = launches.slice(count);
	const form = { action: path, errorText: t("grid.error"), target, tap, about: startNumber };
	const values = { day, pilot: id };
	const button = (to: number, text: string, isFirst = false) => (
		<button
			key={text}
			type="submit"
			className="button no-print max-sm:px-1.5 max-sm:text-small"
			name="launches"
			value={to}
			aria-label={`${startNumber} ${text}`}
			data-label={text}
			data-waits={wanted !== null && isFirst ? "" : undefined}
			onClick={ignoreSecondPress}
		>
			{isFirst && <Icon name="flying" className={count > 0 ? "max-sm:hidden" : ""} />}
			{text}
			{wanted !== null && isFirst && <WaitingMark />}
		</button>
	);
	return (
		<>
			<ActionForm {...form} values={values}>
				<span className="button-row">
					{canLaunch && button(count + 1, t(count === 0 ? "grid.launch" : "grid.relight"), true)}
					{canChange && count > 0 && button(count - 1, t("grid.takeBack"))}
				</span>
			</ActionForm>
			{lost && canLaunch && (
				<ActionForm {...form} isSaidInRow values={{ ...values, at: new Date(lost).getTime() }}>
					{button(count + 1, t("grid.restore", { time: formatTime(new Date(lost), language) }))}
				</ActionForm>
			)}
		</>
	);
}

/** After a tap another button stands in its place: the second press of a double tap must not undo it. */
function ignoreSecondPress(event: MouseEvent): void {
	if (event.detail > 1) event.preventDefault();
}
