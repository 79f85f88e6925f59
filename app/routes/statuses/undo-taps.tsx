import { useTranslation } from "react-i18next";
import { isStuck, textOf } from "~/browser/queue/queue-state";
import { ActionForm } from "~/components/queue/action-form";
import { useQueue, useQueuedField } from "~/components/queue/use-queue";
import { type StatusTap, tapsInEffect } from "~/lib/days/statuses/status-taps";
import type { BoardRow } from "./status-board.server";

interface UndoTapsProps {
	readonly rows: readonly BoardRow[];
	/** The taps that the server knows, the oldest first. */
	readonly taps: readonly StatusTap[];
	readonly path: string;
}

/** The last taps, each with an undo: known by the server and the queue, so that they outlive a reload and somebody else's change. */
export function UndoTaps({ rows, taps, path }: UndoTapsProps) {
	const { t } = useTranslation();
	const [newest, ...older] = tapsInEffect([...taps, ...useQueuedTaps()]).filter(({ id }) =>
		rows.some((row) => row.id === id),
	);
	if (!newest) return null;
	return (
		<div className="undo-taps relative flex flex-wrap gap-1">
			<UndoTap tap={newest} rows={rows} path={path} />
			{older.length > 0 && (
				<details>
					<summary className="button px-2.5">{t("statuses.duty.older", { count: older.length })}</summary>
					<ul className="absolute top-full right-0 z-1 mt-1 grid w-max max-w-[calc(100vw-2rem)] gap-1 rounded-control border border-edge bg-ground p-1">
						{older.map((tap) => (
							<li key={tap.id}>
								<UndoTap tap={tap} rows={rows} path={path} />
							</li>
						))}
					</ul>
				</details>
			)}
		</div>
	);
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
	const { t } = useTranslation();
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
		>
			<input type="hidden" name="id" value={tap.id} />
			<button type="submit" className="button px-2.5" name="status" value={tap.before} data-label={status}>
				{t("statuses.duty.undo", { number, status })}
			</button>
		</ActionForm>
	);
}

const prefix = "status-";

/** What a tap on a status changes, by the id of the status. */
export const statusTarget = (id: string) => prefix + id;

/** Id of the status that a target names; null for other targets. */
const statusIn = (target: string) => (target.startsWith(prefix) ? target.slice(prefix.length) : null);
