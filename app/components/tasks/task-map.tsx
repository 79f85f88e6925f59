import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import type { TaskView } from "~/lib/tasks/task-view";
import { useTaskSummary } from "./task-texts";

/** Units between the edge of the picture and scale and north. */
const inset = 24;

export function TaskMap({ task }: { readonly task: TaskView }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const summary = useTaskSummary(task);
	const { width, height, course, zones, labels, scaleBar, grid } = task.drawing;
	const route = task.points.map(({ name }) => name).join(" – ");
	return (
		<svg
			className="picture task-map"
			viewBox={`0 0 ${width} ${height}`}
			role="img"
			aria-label={t("task.map.label", { summary, route })}
		>
			<path className="task-grid" d={grid} />
			{zones.map(({ path, isLine }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: zones have no other identity, and two may be equal
				<path key={index} className={isLine ? "task-line" : "task-zone"} d={path} fillRule="evenodd" />
			))}
			<path className="picture-line" d={course} />
			{labels.map(({ x, y, text }) => (
				<g key={text} className="task-point">
					<circle cx={x} cy={y} r="7" />
					<text
						x={x}
						y={y - 16}
						textAnchor={x < width / 4 ? "start" : x > (width * 3) / 4 ? "end" : "middle"}
					>
						{text}
					</text>
				</g>
			))}
			<g className="picture-scale">
				<path d={`M${inset} ${height - inset - 8}v8h${scaleBar.width}v-8`} />
				<text x={inset + scaleBar.width + 8} y={height - inset}>
					{t("task.km", { value: formatNumber(scaleBar.metres / 1000, language, [0, 1]) })}
				</text>
				<path d={`M${width - inset} ${inset + 44}v-40l-9 16m9-16l9 16`} />
				<text x={width - inset - 16} y={inset + 20} textAnchor="end">
					{t("task.map.north")}
				</text>
			</g>
		</svg>
	);
}
