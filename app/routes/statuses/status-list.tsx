import { AppLink } from "~/components/app-link";
import { StatusChip, StatusLabel, statusClass } from "~/components/status-chip";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useIsOver } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { gliderName } from "~/lib/entries/gliders";
import { dayName, formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import { matcherOf } from "~/lib/i18n/word-search";
import { taskPath } from "~/lib/tasks/task-paths";
import { type BoardChoice, boardPath } from "./board-address";
import { DutyList } from "./duty-list";
import type { StatusBoard } from "./page.server";
import { StatusTable, type StatusTableProps } from "./status-table";

const headingId = "statuses-of-day";

interface StatusListProps {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
	readonly admin: boolean;
}

export function NoStatuses({ board }: { readonly board: StatusBoard }) {
	const { t } = useTexts();
	const isOver = useIsOver();
	// With a task there are none because nobody starts.
	const empty = isOver || board.day?.task === "TASK" ? "statuses.empty.over" : "statuses.empty";
	return <p className="empty">{t(board.gliderTypes.length > 0 ? "statuses.emptyFilter" : empty)}</p>;
}

export function StatusList({ board, choice, admin }: StatusListProps) {
	const { t, language, classNameOf } = useTexts();
	const { day, tasks, rows, lastChange } = board;
	const isDuty = admin && choice.duty;
	if (!day) return <NoStatuses board={board} />;
	const tasksOfDay = <TasksOfDay tasks={tasks} date={day.date} />;
	if (rows.length === 0) {
		return (
			<div className="stack">
				{tasksOfDay}
				<NoStatuses board={board} />
			</div>
		);
	}
	const counts = <StatusCounts board={board} choice={choice} />;
	const heading = (
		<h2 id={headingId} className="max-md:text-lg/5">
			{`${dayName(t, day.name)}, `}
			<span className="unbroken">{formatDay(day.date, language)}</span>
			{` – ${t(`competitionDay.task.${day.task}`)}`}
		</h2>
	);
	if (isDuty) {
		return (
			<div className="stack max-md:*:mt-1">
				{heading}
				<DutyList rows={rows} taps={board.taps} day={day} undoable={board.undoable} choice={choice} />
				{counts}
				{tasksOfDay}
			</div>
		);
	}
	return (
		<div className="stack max-md:*:mt-2">
			{counts}
			{heading}
			{(choice.only || choice.classType) && (
				<p className="button-row">
					{choice.classType && <strong>{classNameOf(choice.classType)}</strong>}
					{choice.only && <StatusChip status={choice.only} />}
					<AppLink className="no-print" to={boardPath({ ...choice, only: null, classType: null })}>
						{t("statuses.everybody")}
					</AppLink>
				</p>
			)}
			<FoundStatuses rows={rows} choice={choice} day={day.date} labelledBy={headingId} withChanges={admin} />
			{lastChange && (
				<p className="muted">{t("statuses.changedAt", { time: formatChangeTime(lastChange, language) })}</p>
			)}
			{tasksOfDay}
		</div>
	);
}

/** Those with the chosen status whose row holds the words that somebody looks for. */
function FoundStatuses({ rows, choice, ...props }: StatusTableProps) {
	const { t, classNameOf } = useTexts();
	const matches = matcherOf(choice.q ?? "");
	const found = rows.filter(({ status, startNumber, fullName, classType, gliderType, ...row }) => {
		const shown = [
			startNumber,
			fullName,
			classNameOf(classType),
			gliderName(gliderType),
			row.registrationNumber,
		];
		const known = status ?? "none";
		return (
			(!choice.only || known === choice.only) &&
			matches([...shown, t(`competitorStatus.${known}`), row.near ?? ""])
		);
	});
	if (found.length === 0) return <p className="empty">{t("statuses.duty.nobody")}</p>;
	return <StatusTable {...props} rows={found} choice={choice} />;
}

interface TasksOfDayProps {
	readonly tasks: StatusBoard["tasks"];
	/** Local date of the day. */
	readonly date: string;
}

function TasksOfDay({ tasks, date }: TasksOfDayProps) {
	if (tasks.length === 0) return null;
	return (
		<ul className="status-tasks mt-2 grid gap-1">
			{tasks.map((task) => (
				<TaskLine key={task.classType} task={task} date={date} />
			))}
		</ul>
	);
}

function TaskLine({ task, date }: { readonly task: StatusBoard["tasks"][number]; readonly date: string }) {
	const { t, classNameOf } = useTexts();
	const summary = useTaskSummary(task);
	const { classType, version } = task;
	return (
		<li>
			<strong>{classNameOf(classType)}</strong>{" "}
			{task.state === "cancelled" ? (
				t("task.cancelled", { version })
			) : (
				<>
					<AppLink to={taskPath({ date, classType })}>{summary}</AppLink>{" "}
					<span className="muted">{t("task.version", { version })}</span>
				</>
			)}
		</li>
	);
}

interface StatusCountsProps {
	readonly board: Pick<StatusBoard, "counts" | "doubt" | "starters">;
	readonly choice: Pick<BoardChoice, "gliderTypeId" | "classType">;
}

/** The numbers of each status. The number of expected pilots is about all of them, so it is left out when a type or a class is chosen. */
export function StatusCounts({ board, choice }: StatusCountsProps) {
	const { t } = useTexts();
	return (
		<>
			<ul className="status-chips" aria-label={t("statuses.counts")}>
				{!choice.gliderTypeId && !choice.classType && (
					<li className="chip">
						{t("statuses.expected")} <strong>{board.starters}</strong>
					</li>
				)}
				{board.counts.map(({ status, count }) => (
					<li
						key={status}
						className={`chip ${board.doubt && status === "FLYING" ? "chip-danger" : statusClass(status)}`}
					>
						<StatusLabel status={status} />
						<strong>{count}</strong>
					</li>
				))}
			</ul>
			{board.doubt && <p className="font-semibold text-danger">{board.doubt}</p>}
		</>
	);
}
