import { AppLink } from "~/components/app-link";
import { timeSince } from "~/components/desk/missing-list";
import { LastSeen, LiveScript } from "~/components/live/live-layer";
import { MapView } from "~/components/map/map-view";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { StatusLabel, type StatusOrNone } from "~/components/status-chip";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { dayAndDate, formatTime } from "~/lib/i18n/format-dates";
import { boardPath } from "./board-address";
import type { BoardMap } from "./board-map.server";
import type { BoardRow, StatusBoard, StatusesData } from "./page.server";
import { NoStatuses, StatusCounts } from "./status-list";
import { boardOrder, sortedByStatus } from "./status-orders";

interface BoardPageProps {
	readonly data: StatusesData;
	readonly live: LiveRefresh | undefined;
}

/** The board for a projector or a television. Without scripts the page reloads itself, and a link pauses that. */
export function BoardPage({ data, live }: BoardPageProps) {
	const { t, language } = useTexts();
	const { board, choice } = data;
	const { day, rows, lastChange } = board;
	const paused = choice.view === "board-paused";
	const title = useRootData()?.edition.title;
	const toggled = boardPath({ ...choice, view: paused ? "board" : "board-paused" });
	return (
		<>
			<div className="page-head board-head">
				{/* The board may hang there when the next day begins. */}
				<h1 data-refresh-region="">
					{title && (
						<span className="text-muted xs:whitespace-nowrap">
							{title}
							<span className="max-xs:hidden"> ·</span>{" "}
						</span>
					)}
					{day ? dayAndDate(t, day, language) : t("nav.statuses")}
				</h1>
				<p
					className="m-0 font-display text-[2.75rem]/none text-ink tabular-nums"
					data-clock={data.clockAhead}
					suppressHydrationWarning
				>
					{formatTime(data.readAt, language)}
				</p>
				<div className="button-row no-print">
					{paused ? (
						<AppLink className="button" to={toggled}>
							{t("refresh.resume")}
						</AppLink>
					) : (
						<>
							<RefreshBar live={live} />
							<noscript>
								<a className="button" href={toggled}>
									{t("refresh.pause")}
								</a>
							</noscript>
						</>
					)}
					<a className="button" href={boardPath({ ...choice, view: "list" })}>
						{t("statuses.backToList")}
					</a>
				</div>
			</div>
			<div className="board-sheet" data-refresh-region="">
				<Missed board={board} now={data.readAt} />
				{rows.length === 0 && board.standing.length > 0 && <GridCells pilots={board.standing} />}
				{rows.length === 0 && board.standing.length === 0 && <NoStatuses board={board} />}
				{rows.length > 0 && (
					<>
						<div className="button-row mb-3">
							<StatusCounts board={board} choice={choice} />
							{lastChange && (
								<p className="muted">{t("statuses.changedAt", { time: formatTime(lastChange, language) })}</p>
							)}
						</div>
						<div className={board.map ? "board-with-map" : "contents"}>
							<StatusCells rows={rows} grid={board.gridRows} />
							{board.map && <GlidersMap map={board.map} />}
						</div>
					</>
				)}
			</div>
			{board.map && (
				<>
					<LiveScript />
					<noscript>
						<LastSeen live={board.map.live} />
					</noscript>
				</>
			)}
		</>
	);
}

/** Where everybody is, beside the cells. */
function GlidersMap({ map: { map, tasks, live } }: { readonly map: BoardMap }) {
	return (
		<MapView isWide map={map} label={live.words.seen} live={live}>
			{tasks.map(({ id, drawing }) => (
				<TaskLayer key={id} task={drawing} />
			))}
		</MapView>
	);
}

/**
 * The pilots who are missing: in the air, or in a field whose place is not known, from an hour before sunset on. It shows no phone
 * numbers.
 */
function Missed({
	board,
	now,
}: {
	readonly board: Pick<StatusBoard, "missed" | "missedTitle">;
	readonly now: Date;
}) {
	const { t } = useTexts();
	if (board.missed.length === 0) return null;
	return (
		<section
			className="notice notice-danger mb-3 flex max-w-none flex-wrap items-center gap-x-4 gap-y-1 py-2"
			aria-labelledby="missed-title"
		>
			<h2 id="missed-title" className="notice-title m-0">
				{board.missedTitle}
			</h2>
			<ul className="button-row m-0 p-0">
				{board.missed.map(({ id, startNumber, fullName, newsAt }) => (
					<li key={`${id} ${newsAt}`} className="chip chip-danger max-sm:whitespace-normal">
						<strong>{startNumber}</strong> {fullName}{" "}
						{newsAt && t("desk.ago", timeSince(new Date(newsAt), now))}
					</li>
				))}
			</ul>
		</section>
	);
}

/** The whole cell has the colour of its status. In the dark, too, only who is out and who is missing are bright. */
const colours: Readonly<Record<StatusOrNone, string>> = {
	OUTLANDING: "bg-action text-on-action",
	none: "bg-danger text-on-danger",
	FLYING: "bg-nav-low text-on-nav",
	DNF: "bg-surface text-ink inset-ring inset-ring-edge",
	HOME: "bg-success text-ground dark:bg-success-ground dark:text-success",
};

/** Written out, as the style sheet is made of what stands here. */
const rowClasses = [
	...[
		"",
		"lg:grid-rows-1",
		"lg:grid-rows-2",
		"lg:grid-rows-3",
		"lg:grid-rows-4",
		"lg:grid-rows-5",
		"lg:grid-rows-6",
	],
	...[
		"lg:grid-rows-7",
		"lg:grid-rows-8",
		"lg:grid-rows-9",
		"lg:grid-rows-10",
		"lg:grid-rows-11",
		"lg:grid-rows-12",
	],
];
/** Up to so many stand in eight columns, more in ten: as in board.css. */
const mostInEight = 64;

/** The number of rows is known before the last cell is there, so no cell moves while the page loads. */
function boardClass(cells: number): string {
	return `board ${rowClasses[Math.ceil(cells / (cells > mostInEight ? 10 : 8))] ?? ""}`;
}

/** In the morning: who stands where on the grid. */
function GridCells({ pilots }: { readonly pilots: StatusBoard["standing"] }) {
	const { t, classNameOf } = useTexts();
	return (
		<>
			<h2 className="mb-2">{t("grid.title")}</h2>
			<ul className={boardClass(pilots.length)}>
				{pilots.map(({ id, startNumber, fullName, classType, row }) => (
					<li key={id} className={`board-cell ${colours.DNF}`}>
						<span className="start-number">{startNumber}</span>
						<span className="board-status">{row !== null && t("grid.row", { row })}</span>
						<span className="board-class">{classNameOf(classType)}</span>
						<span className="board-name">{fullName}</span>
					</li>
				))}
			</ul>
		</>
	);
}

interface StatusCellsProps {
	/** In the order of their start numbers, in which they stay within a status. */
	readonly rows: readonly BoardRow[];
	/** Before the launch they stand as on the grid. */
	readonly grid: StatusBoard["gridRows"];
}

function StatusCells({ rows, grid }: StatusCellsProps) {
	const { t, classNameOf } = useTexts();
	const places = new Map(grid.map(({ id, row }, index) => [id, { row, index }]));
	const placeOnGrid = (row: BoardRow) => places.get(row.registrationId)?.index ?? grid.length;
	return (
		<ul className={boardClass(rows.length)}>
			{sortedByStatus(
				rows.toSorted((one, other) => placeOnGrid(one) - placeOnGrid(other)),
				boardOrder,
			).map((row) => {
				const onGrid = places.get(row.registrationId);
				return (
					<li
						key={row.id}
						className={`board-cell ${colours[row.isMissed ? "none" : (row.status ?? "none")]}`}
					>
						<span className="start-number">{row.startNumber}</span>
						<span className="board-status">
							{onGrid ? t("grid.row", { row: onGrid.row }) : <StatusLabel status={row.status ?? "none"} />}
						</span>
						<span className="board-class">{classNameOf(row.classType)}</span>
						<span className="board-name">{row.fullName}</span>
						{row.near && <span className="board-near">{t("outlanding.nearPlace", { place: row.near })}</span>}
					</li>
				);
			})}
		</ul>
	);
}
