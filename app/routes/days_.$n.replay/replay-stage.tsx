import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { loadChunk } from "~/browser/load-chunk";
import replayUrl from "~/browser/replay.ts?worker&url";
import { MapView } from "~/components/map/map-view";
import { ZoomButtons } from "~/components/map/zoom-buttons";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useRootData } from "~/components/use-root-data";
import type { ReplayPage } from "./replay-page.server";

const speeds = [1, 10, 30, 60, 120, 300] as const;
const usualSpeed = 60;

type Stage = NonNullable<ReplayPage["stage"]>;

/** The map with the task; with scripts the flights fly on it. */
export function ReplayStage({ stage: { data, map, task } }: { readonly stage: Stage }) {
	const { t } = useTranslation();
	const root = useRef<HTMLElement>(null);
	const signedIn = useRootData()?.user;
	useEffect(() => {
		const stage = root.current;
		if (!stage) return;
		// Without it the table says the same.
		loadChunk(import("~/browser/replay/start-replay"))
			.then(({ startReplay }) => startReplay(stage))
			.catch(() => undefined);
	}, []);
	return (
		<section
			ref={root}
			className="replay no-print"
			data-replay={JSON.stringify(data)}
			aria-label={t("replay.title")}
		>
			<link rel="preload" href={data.pack} as="fetch" crossOrigin="anonymous" />
			<div className="replay-map">
				<MapView map={map} label={t("replay.map.label")}>
					{task && <TaskLayer task={task} />}
				</MapView>
				<canvas data-replay-map="" data-needs-script hidden tabIndex={0} aria-label={t("replay.map.keys")} />
				<div className="absolute top-2 right-2 flex gap-1" data-needs-script hidden>
					<ZoomButtons />
				</div>
			</div>
			<div className="replay-time" data-needs-script hidden>
				<button type="button" className="button button-primary" data-replay-play="">
					{t("replay.play")}
				</button>
				<output className="replay-clock" data-replay-clock="" aria-live="off" />
				<input type="range" step="1" data-replay-time="" aria-label={t("replay.time")} />
			</div>
			<div className="replay-ranking" data-needs-script hidden>
				<p className="replay-heads">
					<span>{t("replay.column.gap")}</span> <span>{t("replay.column.height")}</span>
				</p>
				<ol data-replay-ranking="" />
			</div>
			<div className="replay-barogram" data-needs-script hidden>
				<canvas data-replay-barogram="" role="img" aria-label={t("replay.barogram")} />
			</div>
			<Choices />
			<p className="replay-message" role="status" data-replay-message="" />
			{!signedIn && <script src={replayUrl} defer />}
		</section>
	);
}

/** How fast time runs, and what of the flights is shown. */
function Choices() {
	const { t } = useTranslation();
	return (
		<div className="replay-choices" data-needs-script hidden>
			<label>
				{t("replay.speed")}{" "}
				<select data-replay-speed="" defaultValue={usualSpeed}>
					{speeds.map((speed) => (
						<option key={speed} value={speed}>
							{`${speed}×`}
						</option>
					))}
				</select>
			</label>
			<label>
				<input type="checkbox" data-replay-together="" /> {t("replay.together")}
			</label>
			<label>
				<input type="checkbox" data-replay-numbers="" defaultChecked /> {t("replay.numbers")}
			</label>
		</div>
	);
}
