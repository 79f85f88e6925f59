import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { GalleryPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { sampleOfTask } from "./sample-task.server";
import { MapSamples, TaskSamples } from "./task-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return sampleOfTask(ctx);
}

export default function PiecesOfTask() {
	const { task, thumbnail, code } = useLoaderData<typeof loader>();
	return (
		<GalleryPage
			current="task"
			pieces={{
				task: <TaskSamples task={task} thumbnail={thumbnail} code={code} />,
				map: <MapSamples task={task} />,
			}}
		/>
	);
}
