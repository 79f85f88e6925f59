import { isStuck, textOf } from "~/browser/queue/queue-state";
import { UndoLaunch } from "~/components/desk/undo-launch";
import { ActionForm } from "~/components/queue/action-form";
import { useQueue, useQueuedField } from "~/components/queue/use-queue";
import { useTexts } from "~/components/use-texts";
import {
	type JointLaunch,
	lastJointLaunch,
	type StatusTap,
	statusIn,
	statusTarget,
	tapsInEffect,
} from "~/lib/days/statuses/status-taps";
import type { BoardRow } from "./page.server";

interface UndoTapsProps {
	readonly rows: readonly BoardRow[];
	/** Those of whole classes whose launch can be taken back. */
	readonly launched: readonly BoardRow[];
	/** The taps that the server knows, the oldest first. */
	readonly taps: readonly StatusTap[];
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
}

/**
 * The last taps and launches, each with an undo: known by the server and the queue, so that they outlive a reload and somebody else's
 * change.
 */
export function UndoTaps({ rows, launched, taps, day, path }: UndoTapsProps) {
	const { t } = useTexts();
	const queued = useQueuedTaps();
	const undoTaps = tapsInEffect([...taps, ...queued])
		.filter(({ id }) => rows.some((row) => row.id === id))
		.map((tap) => <UndoTap key={tap.id} tap={tap} rows={rows} path={path} />);
	const launches = lastLaunches(launched);
	const undosOf = (shown: readonly ClassLaunch[]) =>
		shown.map((launch) => (
			<UndoLaunch
				key={launch.type}
				type={launch.type}
				launch={launch}
				day={day}
				path={path}
				errorText={t("competitorStatus.update.error")}
			/>
		));
	const isNewest = ({ at }: ClassLaunch) =>
		queued.length === 0 &&
		rows.every((row) => changedAt(row) < at || (changedAt(row) === at && row.status === "FLYING"));
	const [newest, ...older] = [
		...undosOf(launches.filter(isNewest)),
		...undoTaps,
		...undosOf(launches.filter((launch) => !isNewest(launch))),
	];
	if (!newest) return null;
	return (
		<div className="undo-taps relative flex flex-wrap gap-1">
			{newest}
			{older.length > 0 && (
				<details>
					<summary className="button px-2.5">{t("statuses.duty.older", { count: older.length })}</summary>
					<ul className="absolute top-full right-0 z-1 mt-1 grid w-max max-w-[calc(100vw-2rem)] gap-1 rounded-control border border-edge bg-ground p-1">
						{older.map((undo) => (
							<li key={undo.key}>{undo}</li>
						))}
					</ul>
				</details>
			)}
		</div>
	);
}

interface ClassLaunch extends JointLaunch {
	readonly type: string;
}

const changedAt = ({ lastChange }: BoardRow) => lastChange?.at.getTime() ?? 0;

export const classesOf = (rows: readonly BoardRow[]) => [...new Set(rows.map(({ classType }) => classType))];

function lastLaunches(rows: readonly BoardRow[]): ClassLaunch[] {
	return classesOf(rows).flatMap((type) => {
		const ofClass = rows.filter(({ classType }) => classType === type);
		const launched = ofClass.filter(({ status, isRelit }) => status === "FLYING" && !isRelit).map(changedAt);
		const launch = lastJointLaunch(launched, ofClass.map(changedAt));
		return launch ? [{ type, ...launch }] : [];
	});
}

/** The taps on this page that its data do not include yet. After a tap that was not accepted, nothing can be undone. */
function useQueuedTaps(): StatusTap[] {
	const { answers, waiting, adding } = useQueue();
	const stuck = waiting.filter(isStuck).map(({ target }) => target);
	const made = answers.filter(({ accepted, changed }) => accepted && changed).map(({ item }) => item);
	const pending = [...waiting, ...adding].filter(({ target }) => !stuck.includes(target));
	return [...made, ...pending].flatMap((item) => {
		const id = statusIn(item.target);
		const [before, set] = [textOf(item, "seen"), textOf(item, "status")];
		return id === null || before === undefined || set === undefined ? [] : [{ id, before, set }];
	});
}

/** A tap that sets what the server had before, and has seen what that tap has set. */
function UndoTap({ tap, rows, path }: Pick<UndoTapsProps, "rows" | "path"> & { readonly tap: StatusTap }) {
	const { t } = useTexts();
	const target = statusTarget(tap.id);
	const { refused } = useQueuedField(target, "status", "").tap;
	const number = rows.find(({ id }) => id === tap.id)?.startNumber;
	const status = t(`competitorStatus.${(tap.before || "none") as "none"}`);
	return (
		<ActionForm
			action={path}
			errorText={t("competitorStatus.update.error")}
			target={target}
			tap={{ field: "status", seen: tap.set, refused }}
			about={number}
			isSaidInRow
			values={{ id: tap.id }}
		>
			<button type="submit" className="button px-2.5" name="status" value={tap.before} data-label={status}>
				{t("statuses.duty.undo", { number, status })}
			</button>
		</ActionForm>
	);
}
