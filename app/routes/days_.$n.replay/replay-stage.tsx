import { useEffect, useRef } from "react";
import { loadChunk } from "~/browser/load-chunk";
import replayUrl from "~/browser/replay.ts?worker&url";
import { Icon } from "~/components/icon";
import { MapView, ZoomButtons } from "~/components/map/map-view";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { ReplayPage } from "./page.server";

const speeds = [1, 10, 30, 60, 120, 300] as const;
const usualSpeed = 60;

type Stage = NonNullable<ReplayPage["stage"]>;

/** The map with the task; with scripts the flights fly on it. */
export function ReplayStage({ stage: { data, map, task } }: { readonly stage: Stage }) {
	const { t } = useTexts();
	const root = useRef<HTMLElement>(null);
	const signedIn = useRootData()?.user;
	useEffect(() => {
		const stage = root.current;
		if (!stage) return;
		// If loading fails, the table shows the same.
		loadChunk(import("~/browser/replay/stage"))
			.then(({ startReplay }) => startReplay(stage))
			.catch(() => undefined);
	}, []);
	return (
		<section
			ref={root}
			className="replay no-print grid gap-3"
			data-replay={JSON.stringify(data)}
			aria-label={t("replay.title")}
		>
			<link rel="preload" href={data.pack} as="fetch" crossOrigin="anonymous" />
			<div className="replay-map relative">
				<MapView isWide map={map} label={t("replay.map.label")}>
					{task && <TaskLayer task={task} />}
				</MapView>
				<canvas
					className="absolute inset-0 size-full cursor-grab touch-none active:cursor-grabbing"
					data-replay-map=""
					data-needs-script
					hidden
					tabIndex={0}
					aria-label={t("replay.map.keys")}
				/>
				<div className="absolute top-2 right-2 flex gap-1" data-needs-script hidden>
					<ZoomButtons />
					<button
						type="button"
						className="button p-2"
						data-replay-full=""
						aria-pressed="false"
						title={t("replay.full")}
					>
						<Icon name="expand" />
						<span className="sr-only">{t("replay.full")}</span>
					</button>
				</div>
			</div>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2" data-needs-script hidden>
				<button type="button" className="button button-primary" data-replay-play="">
					{t("replay.play")}
				</button>
				<output className="min-w-18 font-bold text-figure" data-replay-clock="" aria-live="off" />
				<input
					type="range"
					className="min-h-11 min-w-0 grow basis-28 accent-brand"
					step="1"
					data-replay-time=""
					aria-label={t("replay.time")}
				/>
			</div>
			<div
				className="replay-ranking max-h-91 overflow-y-auto rounded-card border border-line bg-ground md:max-h-96"
				data-needs-script
				hidden
			>
				<Selection />
				<p className="sticky top-0 flex justify-end gap-1 border-line border-b bg-ground py-1 text-muted text-small md:gap-2">
					<span>{t("replay.column.gap")}</span> {/* On a phone both stand in one column. */}
					<span className="pr-3 text-right md:min-w-21">
						<span className="md:hidden">/ </span>
						{t("replay.column.height")}
					</span>
				</p>
				<ol data-replay-ranking="" />
			</div>
			<div className="relative h-34 rounded-card border border-line" data-needs-script hidden>
				<canvas
					className="absolute inset-0 size-full"
					data-replay-barogram=""
					role="img"
					aria-label={t("replay.barogram")}
				/>
			</div>
			<Choices />
			<p className="empty:hidden" role="status" data-replay-message="" />
			{!signedIn && <script src={replayUrl} defer />}
		</section>
	);
}

/** The choice of gliders that the replay shows. The script offers the last two when there are two. */
function Selection() {
	const { t } = useTexts();
	return (
		<div className="flex flex-wrap gap-1.5 p-1.5">
			<button type="button" className="button px-3" data-replay-all="">
				{t("replay.all")}
			</button>
			<button type="button" className="button px-3" data-replay-nobody="">
				{t("replay.nobody")}
			</button>
			<button type="button" className="button px-3" data-replay-pair="" hidden />
			<a className="button px-3" href="/compare" data-replay-compare="" hidden>
				{t("compare.submit")}
			</a>
		</div>
	);
}

const choice = "inline-flex min-h-11 items-center gap-2";

/** How fast time runs, and what of the flights is shown. */
function Choices() {
	const { t } = useTexts();
	return (
		<div className="replay-choices flex flex-wrap items-center gap-x-6 gap-y-1" data-needs-script hidden>
			<label className={choice}>
				{t("replay.speed")}{" "}
				<select className="min-h-11" data-replay-speed="" defaultValue={usualSpeed}>
					{speeds.map((speed) => (
						<option key={speed} value={speed}>
							{`${speed}×`}
						</option>
					))}
				</select>
			</label>
			<label className={choice}>
				<input type="checkbox" className="size-5.5 flex-none accent-brand" data-replay-together="" />{" "}
				{t("replay.together")}
			</label>
			<label className={choice}>
				<input
					type="checkbox"
					className="size-5.5 flex-none accent-brand"
					data-replay-numbers=""
					defaultChecked
				/>{" "}
				{t("replay.numbers")}
			</label>
		</div>
	);
}
