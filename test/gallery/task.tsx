import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LastSeen, LiveScript } from "~/components/live/live-layer";
import { AirspaceLegend, ZoomButtons } from "~/components/map/map-view";
import { PrintButton } from "~/components/print/print-button";
import { QrCode, TaskDownloads } from "~/components/tasks/task-downloads";
import { TaskFacts } from "~/components/tasks/task-facts";
import { TaskThumbnail } from "~/components/tasks/task-layer";
import { TaskMap } from "~/components/tasks/task-map";
import { TaskPoints } from "~/components/tasks/task-points";
import { useTexts } from "~/components/use-texts";
import outlandedUrl from "~/styles/pictures/outlanded.svg?url";
import { GalleryPage, galleryHandle } from "./gallery-page";
import { type SampleTask, sampleOfTask } from "./sample-task.server";

export const handle = galleryHandle;

export function loader({ context }: LoaderFunctionArgs) {
	return sampleOfTask(context.ctx);
}

export default function PiecesOfTask() {
	const { task, live, thumbnail, code } = useLoaderData<typeof loader>();
	return (
		<GalleryPage
			current="Task"
			pieces={{
				Task: <TaskSamples task={task} thumbnail={thumbnail} code={code} />,
				"Map and pictures": <MapSamples task={task} live={live} />,
			}}
		/>
	);
}

/** A task as a stamp, in facts and points, as files and as a code. */
function TaskSamples({ task, thumbnail, code }: Omit<SampleTask, "live">) {
	const { t } = useTexts();
	return (
		<div className="stack">
			<TaskThumbnail task={thumbnail} />
			<TaskFacts task={task} />
			<TaskPoints task={task} labelledBy="piece-task" />
			<TaskDownloads taskId={task.id} />
			<PrintButton />
			<QrCode code={code} label={t("task.qr.address")} />
		</div>
	);
}

const airspaceKinds = ["controlled", "restricted", "waiting", "open"] as const;

/** A map, with gliders too, the colours of its airspace, and a picture of a page without content. */
function MapSamples({ task, live }: Pick<SampleTask, "task" | "live">) {
	const { t } = useTexts();
	return (
		<div className="stack">
			<TaskMap task={task} />
			<TaskMap task={task} live={live} />
			<LastSeen live={live} />
			<LiveScript />
			<p className="button-row">
				<ZoomButtons />
			</p>
			<AirspaceLegend kinds={airspaceKinds.map((kind) => ({ kind, name: t(`map.airspace.${kind}`) }))} />
			<img src={outlandedUrl} alt="" width="640" height="220" />
		</div>
	);
}
