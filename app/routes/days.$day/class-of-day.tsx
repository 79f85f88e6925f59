import { AppLink } from "~/components/app-link";
import { StageChip } from "~/components/day-reports/stage-chip";
import { StatusCounters } from "~/components/day-reports/status-counters";
import { Icon } from "~/components/icon";
import { LastSeen } from "~/components/live/live-layer";
import { PassingWords } from "~/components/live/passing-words";
import { PilotName } from "~/components/pilot-name";
import { Lead } from "~/components/results/lead";
import { ResultsNote } from "~/components/results/results-note";
import { TaskMap } from "~/components/tasks/task-map";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import { formatKilometres, formatSpeed } from "~/lib/i18n/format-number";
import { resultsPath } from "~/lib/results/results-address";
import { taskPath, taskSheetPath } from "~/lib/tasks/task-paths";
import type { TaskView } from "~/lib/tasks/task-view";
import type { ClassType } from "~db/enums";
import type { DayRow } from "./day-rows.server";
import { DayTable } from "./day-table";
import type { ClassOfDay, DayPage } from "./page.server";

interface ClassOfDayProps {
	readonly one: ClassOfDay;
	readonly day: DayPage["day"];
}

/** The day of a class: what was flown, by whom, and how well. */
export function ClassOfDaySection({ one, day }: ClassOfDayProps) {
	const { t, classNameOf } = useTexts();
	const { type, task, results } = one;
	const headingId = `class-${type}`;
	const hasMap = task && task.state !== "cancelled";
	const isFlown = day.task === "TASK" && hasMap;
	const isCounted = day.task === "TASK" && one.stage === "air";
	return (
		<section id={type} className="section mt-8 print:not-first:break-before-page" aria-labelledby={headingId}>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<h2 id={headingId}>{classNameOf(type)}</h2>
				{/* While it flies the counters say it. */}
				{isFlown && !isCounted && <StageChip stage={one.stage} statuses={one.statuses} doubt={one.doubt} />}
			</div>
			<div className={`mt-4 grid grid-cols-1 gap-x-8 gap-y-6 print:block ${hasMap ? "lg:grid-cols-2" : ""}`}>
				{task && <DayTask task={task} replay={one.replay} live={one.live} />}
				<div className="day-results grid grid-cols-1 content-start gap-3 *:my-0 print:block print:*:mb-3">
					{isCounted && (
						<StatusCounters classType={type} statuses={one.statuses} date={day.date} doubt={one.doubt} />
					)}
					{one.order && (
						<PassingWords>
							<LiveOrder order={one.order} classType={type} />
						</PassingWords>
					)}
					{one.stage === "evening" && <Best one={one} />}
					{results && <DayNote one={one} />}
					{one.invalid && <p className="notice notice-warning">{one.invalid}</p>}
					{one.isCancelledForClass && <p className="notice notice-warning">{t("day.uncounted")}</p>}
					<Pilots one={one} headingId={headingId} />
					{(results || one.desk) && (
						<p className="button-row no-print">
							{results && (
								<AppLink to={resultsPath({ view: "daily", classId: one.id, dayId: day.id })}>
									{t("day.allResults")}
								</AppLink>
							)}
							{one.desk && (
								<AppLink className="button" to={one.desk}>
									{t("day.scoring")}
								</AppLink>
							)}
						</p>
					)}
				</div>
			</div>
		</section>
	);
}

/** So many who fly stand in a line that unfolds: they have nothing to compare yet. */
const mostFlyingRows = 3;

/** Those who fly and of whom nothing else is known are folded. */
function Pilots({ one, headingId }: { readonly one: ClassOfDay; readonly headingId: string }) {
	const { t } = useTexts();
	const { type, rows, stage, results } = one;
	const isUp = ({ note, points }: DayRow) => points === null && (note === "FLYING" || note === "flying");
	const up = stage === "air" ? rows.filter(isUp) : [];
	const isFolded = up.length > mostFlyingRows;
	const shown = isFolded ? rows.filter((row) => !isUp(row)) : rows;
	const isDone = stage === "evening" && !results?.mayChange;
	return (
		<>
			{shown.length > 0 && (
				<DayTable
					rows={shown}
					classType={type}
					isDone={isDone}
					labelledBy={headingId}
					bodyId={`list-${type}`}
				/>
			)}
			{isFolded && (
				<details className="day-flying">
					<summary className="min-h-11 cursor-pointer py-2.5 font-strong">
						<Icon name="flying" className="inline" /> {t("day.flyingPilots", { count: up.length })}
					</summary>
					<DayTable rows={up} classType={type} isDone={false} labelledBy={headingId} />
				</details>
			)}
		</>
	);
}

interface DayTaskProps {
	readonly task: TaskView;
	/** Path of the replay; null before the flights can be replayed. */
	readonly replay: string | null;
	readonly live: ClassOfDay["live"];
}

/** Task, replay and map. On a phone they stand above the pilots. */
function DayTask({ task, replay, live }: DayTaskProps) {
	const { t } = useTexts();
	const summary = useTaskSummary(task);
	if (task.state === "cancelled") {
		return <p className="notice notice-warning">{t("task.cancelled", { version: task.version })}</p>;
	}
	return (
		// It stands on the right of the results on wide screens, where it stays beside a long table.
		<div className="day-task grid lg:order-last grid-cols-1 content-start gap-3 *:my-0 lg:sticky lg:top-4 lg:self-start print:mt-6 print:break-inside-avoid">
			<p className="task-summary">{summary}</p>
			<p className="button-row no-print">
				{replay && (
					<AppLink className="button" to={replay}>
						<Icon name="play" />
						{t("day.replay")}
					</AppLink>
				)}
				<AppLink className="button" to={taskPath(task)}>
					{t("day.task")}
				</AppLink>
				<AppLink className="button" to={taskSheetPath(task.id)}>
					{t("task.sheet")}
				</AppLink>
			</p>
			<TaskMap task={task} live={live} />
			{live && <Seen live={live} />}
		</div>
	);
}

/** Where everybody was last seen, for who reads rather than looks. */
function Seen({ live }: { readonly live: NonNullable<ClassOfDay["live"]> }) {
	if (live.seen.length === 0) return null;
	return (
		<details className="text-small">
			<summary className="min-h-11 cursor-pointer py-2.5">{live.words.seen}</summary>
			<LastSeen live={live} />
		</details>
	);
}

interface LiveOrderProps {
	readonly order: NonNullable<ClassOfDay["order"]>;
	readonly classType: ClassType;
}

/** Who will probably win, while the class flies. */
function LiveOrder({ order: { title, note, isRace, lines }, classType }: LiveOrderProps) {
	const List = isRace ? "ol" : "ul";
	return (
		<section aria-labelledby={`order-${classType}`}>
			<h3 id={`order-${classType}`} className="m-0 text-lg">
				{title}
			</h3>
			<p className="text-muted text-small">{note}</p>
			<List className={`my-2 grid gap-1 ${isRace ? "list-inside list-decimal tabular-nums" : ""}`}>
				{lines.map(({ entryId, startNumber, name, text }) => (
					<li key={entryId}>
						<strong>{startNumber}</strong> <PilotName pilot={{ id: entryId, startNumber, classType, name }} />{" "}
						<span className="text-muted">{text}</span>
					</li>
				))}
			</List>
		</section>
	);
}

function DayNote({ one }: Pick<ClassOfDayProps, "one">) {
	const { t } = useTexts();
	if (!one.results) return null;
	const { status, updatedAt, logs } = one.results;
	return (
		<>
			<ResultsNote
				status={status}
				updatedAt={updatedAt}
				isCalculated={logs !== null && status === "preliminary"}
			>
				<Lead rows={one.rows} />
				{logs && !logs.evaluating && (
					<span>{t("score.logs", { logs: logs.count, count: logs.expected })}</span>
				)}
			</ResultsNote>
			{logs?.evaluating && <p>{t("day.evaluating", { ...logs.evaluating })}</p>}
		</>
	);
}

/** The fastest and the longest flight. */
function Best({ one: { best } }: Pick<ClassOfDayProps, "one">) {
	const { t, language } = useTexts();
	const figures = [
		best.speed && {
			label: "day.bestSpeed",
			value: t("day.speed", { speed: formatSpeed(best.speed.value, language) }),
			name: best.speed.name,
		},
		best.distance && {
			label: "day.longest",
			value: t("task.km", { value: formatKilometres(best.distance.value, language) }),
			name: best.distance.name,
		},
	].filter((figure) => figure !== null);
	if (figures.length === 0) return null;
	return (
		<dl className="day-best grid-fit-36 gap-x-6 gap-y-3">
			{figures.map(({ label, value, name }) => (
				<div key={label}>
					<dt className="text-muted">{t(label)}</dt>
					<dd>
						<strong className="block text-2xl/tight font-extrabold whitespace-nowrap tabular-nums">
							{value}
						</strong>{" "}
						{name}
					</dd>
				</div>
			))}
		</dl>
	);
}
