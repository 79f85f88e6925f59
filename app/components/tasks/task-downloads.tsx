import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import type { QrPath } from "~/lib/qr-code";
import { taskFilePath, taskFormats, taskSheetPath } from "~/lib/tasks/task-paths";

/** A published task on paper, and as files for instruments. */
export function TaskDownloads({ taskId }: { readonly taskId: string }) {
	const { t } = useTexts();
	return (
		<p className="button-row no-print">
			<AppLink className="button" to={taskSheetPath(taskId)}>
				<Icon name="print" />
				{t("task.sheet")}
			</AppLink>
			{taskFormats.map((format) => (
				<a key={format} className="button" href={taskFilePath(taskId, format)}>
					{t(`task.download.${format}`)}
				</a>
			))}
		</p>
	);
}

export function QrCode({ code: { size, path }, label }: { readonly code: QrPath; readonly label: string }) {
	return (
		<figure className="task-code w-44 text-sm/normal print:w-auto print:text-[8pt]">
			<svg
				className="h-auto w-full"
				viewBox={`0 0 ${size} ${size}`}
				role="img"
				aria-label={label}
				shapeRendering="crispEdges"
			>
				<rect width={size} height={size} fill="#fff" />
				<path d={path} fill="#000" />
			</svg>
			<figcaption>{label}</figcaption>
		</figure>
	);
}
