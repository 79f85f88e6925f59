import { zoneText } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import { formatKilometres } from "~/lib/i18n/format-number";
import type { PointView } from "~/lib/tasks/task-view";
import { hiddenPlace, presets, sizesOfPreset, type TypedPoint } from "./typed-task";

interface PointRowProps {
	readonly point: TypedPoint;
	readonly index: number;
	/** Index of the last point. */
	readonly last: number;
	/** Undefined while something typed is no number. */
	readonly shown: PointView | undefined;
	readonly refused: readonly { readonly text: string }[];
	readonly unusual: readonly { readonly text: string }[];
	/** Another zone was chosen: its sizes are to be shown. */
	readonly onPreset: (form: HTMLFormElement | null) => void;
}

export function PointRow({ point, index, last, shown, refused, unusual, onPreset }: PointRowProps) {
	const { t, language } = useTexts();
	const role = index === 0 ? t("task.start") : index === last ? t("task.finish") : `${index}.`;
	const complaintId = `point-${point.id}-complaint`;
	const button = (verb: "up" | "down" | "remove", sign: string, isOff: boolean) => (
		<button
			type="submit"
			className="button min-w-11 px-2"
			name="intent"
			value={`${verb}:${point.id}`}
			disabled={isOff}
		>
			<span aria-hidden="true">{sign}</span>
			<span className="sr-only">{t(`taskAdmin.build.${verb}`, { name: point.name })}</span>
		</button>
	);
	return (
		<li className="builder-point grid grid-cols-1 gap-3 border-line border-t py-3">
			<input type="hidden" name={`place-${index}`} value={hiddenPlace(point)} />
			<div className="builder-point-head flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				{/* A long name wraps beside its buttons. */}
				<p className="grow basis-40">
					<strong>
						{role} {point.name}
					</strong>
					{shown?.leg && <Leg leg={shown.leg} />}
				</p>
				<p className="flex gap-2">
					{button("up", "↑", index === 0)}
					{button("down", "↓", index === last)}
					{button("remove", "×", false)}
				</p>
			</div>
			<div className="flex flex-wrap items-end gap-x-4 gap-y-2">
				<Preset point={point} index={index} onPreset={onPreset} />
				<Sizes point={point} index={index} describedBy={refused.length > 0 ? complaintId : undefined} />
				{point.preset === "usual" && shown && <p className="muted">{zoneText(t, language, shown)}</p>}
			</div>
			{refused.map(({ text }) => (
				<p key={text} id={complaintId} className="field-error">
					{text}
				</p>
			))}
			{unusual.map(({ text }) => (
				<p key={text} className="mt-1 text-warning">
					{text}
				</p>
			))}
		</li>
	);
}

function Preset({ point, index, onPreset }: Pick<PointRowProps, "point" | "index" | "onPreset">) {
	const { t } = useTexts();
	return (
		<div className="field mb-0">
			<label htmlFor={`preset-${point.id}`}>{t("taskAdmin.build.zone")}</label>
			<select
				id={`preset-${point.id}`}
				name={`preset-${index}`}
				defaultValue={point.preset}
				onChange={({ currentTarget }) => onPreset(currentTarget.form)}
			>
				{presets.map((preset) => (
					<option key={preset} value={preset}>
						{t(`taskAdmin.build.preset.${preset}`)}
					</option>
				))}
			</select>
		</div>
	);
}

interface SizesProps extends Pick<PointRowProps, "point" | "index"> {
	/** Id of the complaints. */
	readonly describedBy: string | undefined;
}

/** The fields that the chosen zone has. */
function Sizes({ point, index, describedBy }: SizesProps) {
	const { t } = useTexts();
	return (["size", "inner", "angle", "axis"] as const).map((size) =>
		size in sizesOfPreset[point.preset] ? (
			<div key={`${size} ${point.preset}`} className="field mb-0 w-32">
				<label htmlFor={`${size}-${point.id}`}>
					{t(`taskAdmin.build.${point.preset === "line" ? "length" : size}`)}
				</label>
				<input
					id={`${size}-${point.id}`}
					type="text"
					name={`${size}-${index}`}
					defaultValue={point[size]}
					inputMode="decimal"
					autoComplete="off"
					aria-describedby={describedBy}
				/>
			</div>
		) : null,
	);
}

/** The way from the point before. */
function Leg({ leg }: { readonly leg: NonNullable<PointView["leg"]> }) {
	const { t, language } = useTexts();
	return (
		<span className="muted">
			{" "}
			{t("task.km", { value: formatKilometres(leg.distanceM, language) })},{" "}
			{String(Math.round(leg.bearingDeg) % 360).padStart(3, "0")}°
		</span>
	);
}
