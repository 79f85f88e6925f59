import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { AppLink } from "~/components/app-link";
import { Refusal } from "~/components/refusal";
import { buttonClass } from "~/components/submit-button";
import { TaskMap } from "~/components/tasks/task-map";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import type { RefusalReason } from "~/lib/refusals";
import { fewestPoints } from "~/lib/tasks/task-defaults";
import { taskKinds } from "~db/enums";
import type { BuildView } from "./built-task.server";
import { PointRow } from "./point-row";

interface BuilderProps {
	readonly view: BuildView;
	/** Id of the version that the form began with; "" for an empty form. */
	readonly from: string;
	/** Revision of the draft that is edited. */
	readonly seen: number | null;
	/** Why the task was not saved. */
	readonly reason: RefusalReason | null;
}

/**
 * The form holds the whole task. Each of its buttons sends it, and the server answers with the task after that step; scripts
 * only keep the place on the page.
 */
export function Builder({ view, from, seen, reason }: BuilderProps) {
	const { t } = useTexts();
	const submit = useSubmit();
	const busy = useNavigation().state !== "idle";
	const { typed, preview } = view;
	const { points } = typed;
	const hasTask = points.length >= fewestPoints;
	const about = (index: number | null) => preview.refused.filter(({ point }) => point === index);
	const warningsAbout = (index: number | null) => preview.unusual.filter(({ point }) => point === index);
	return (
		<Form
			method="post"
			className="builder grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-2"
			preventScrollReset
			aria-busy={busy}
		>
			<input type="hidden" name="from" value={from} />
			<input type="hidden" name="seen" value={seen ?? ""} />
			<div>
				{reason && <Refused reason={reason} complaints={about(null)} />}
				<FindPoint view={view} isPrimary={!hasTask} />
				<ol className="my-4">
					{points.map((point, index) => (
						<PointRow
							key={point.id}
							point={point}
							index={index}
							last={points.length - 1}
							shown={preview.shown?.points[index]}
							refused={about(index)}
							unusual={warningsAbout(index)}
							onPreset={(form) => submit(form, { preventScrollReset: true })}
						/>
					))}
				</ol>
				{points.length > 1 && (
					<p>
						<button type="submit" className="button" name="intent" value="home">
							{t("taskAdmin.build.home", { name: points[0]?.name ?? "" })}
						</button>
					</p>
				)}
			</div>
			<div className="grid grid-cols-1 gap-3 lg:sticky lg:top-4">
				<Kind view={view} />
				<div role="status">
					{preview.shown && points.length > 1 && <Summary shown={preview.shown} />}
					{warningsAbout(null).map(({ text }) => (
						<p key={text} className="notice notice-warning">
							{text}
						</p>
					))}
				</div>
				{preview.shown?.drawing && <TaskMap task={{ ...preview.shown, drawing: preview.shown.drawing }} />}
				<Ends isPrimary={hasTask} />
			</div>
		</Form>
	);
}

/** The buttons that preview or save the task in the form. */
function Ends({ isPrimary }: { readonly isPrimary: boolean }) {
	const { t } = useTexts();
	return (
		<>
			<p className="button-row">
				<button type="submit" className={buttonClass(isPrimary)} name="intent" value="save">
					{t("taskAdmin.build.save")}
				</button>
				<button type="submit" className="button" name="intent" value="show">
					{t("taskAdmin.build.show")}
				</button>
			</p>
			<p className="muted">{t("taskAdmin.build.hint")}</p>
		</>
	);
}

function Summary({ shown }: { readonly shown: NonNullable<BuildView["preview"]["shown"]> }) {
	return <p className="task-summary">{useTaskSummary(shown)}</p>;
}

function Refused({
	reason,
	complaints,
}: {
	readonly reason: RefusalReason;
	readonly complaints: BuildView["preview"]["refused"];
}) {
	const { t } = useTexts();
	return (
		<Refusal title={t("taskAdmin.build.refused")}>
			{reason === "invalid-fields" ? (
				complaints.map(({ text }) => <p key={text}>{text}</p>)
			) : (
				<p>{t(`server.${reason}`)}</p>
			)}
		</Refusal>
	);
}

function Kind({ view: { typed } }: { readonly view: BuildView }) {
	const { t } = useTexts();
	return (
		<fieldset className="flex flex-wrap items-end gap-x-6 gap-y-2">
			<legend>{t("taskAdmin.build.kind")}</legend>
			{taskKinds.map((kind) => (
				<label key={kind} className="flex min-h-11 items-center gap-2">
					<input type="radio" name="kind" value={kind} defaultChecked={typed.kind === kind} />
					{t(`taskAdmin.build.kind.${kind}`)}
				</label>
			))}
			{/* Below the kinds at any width: beside them, the legend would stand far above them. */}
			<div className="field mb-0 basis-full">
				<label htmlFor="task-time">{t("taskAdmin.build.taskTime")}</label>
				<input
					className="max-w-32"
					id="task-time"
					type="text"
					name="taskTime"
					defaultValue={typed.taskTime}
					placeholder="3:00"
					inputMode="numeric"
					autoComplete="off"
				/>
			</div>
		</fieldset>
	);
}

/** Adds a waypoint by its code or name. Stands first in the form, so that the Enter key presses its button. */
function FindPoint({
	view: { typed, matches, names },
	isPrimary,
}: {
	readonly view: BuildView;
	/** Whether the task still needs points. */
	readonly isPrimary: boolean;
}) {
	const { t } = useTexts();
	const field = useRef<HTMLInputElement>(null);
	const count = useRef(typed.points.length);
	useEffect(() => {
		if (count.current === typed.points.length) return;
		count.current = typed.points.length;
		if (!field.current) return;
		field.current.value = "";
		field.current.focus();
	}, [typed.points.length]);
	if (names.length === 0) {
		return (
			<p className="notice notice-warning">
				{t("taskAdmin.build.noWaypoints")}{" "}
				<AppLink to="/admin/waypoints-and-airspace">{t("taskAdmin.build.toWaypoints")}</AppLink>
			</p>
		);
	}
	return (
		<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
			<div className="field mb-0 grow basis-56">
				<label htmlFor="find">{t("taskAdmin.build.find")}</label>
				<input
					ref={field}
					id="find"
					type="text"
					name="find"
					list="waypoints"
					autoComplete="off"
					maxLength={100}
				/>
				<datalist id="waypoints">
					{names.map(({ name, code }) => (
						<option key={`${code} ${name}`} value={name}>
							{code}
						</option>
					))}
				</datalist>
			</div>
			<button type="submit" className={buttonClass(isPrimary)} name="intent" value="add">
				{t("taskAdmin.build.add")}
			</button>
			{matches && <Matches matches={matches} />}
		</div>
	);
}

function Matches({ matches }: { readonly matches: NonNullable<BuildView["matches"]> }) {
	const { t } = useTexts();
	return (
		<div className="builder-matches flex basis-full flex-wrap items-center gap-2" role="status">
			<p>{t(matches.length > 0 ? "taskAdmin.build.choose" : "taskAdmin.build.noMatch")}</p>
			{matches.map(({ key, name, code }) => (
				<button key={key} type="submit" className="button" name="intent" value={`put:${key}`}>
					{name} {code !== name && <span className="muted">{code}</span>}
				</button>
			))}
		</div>
	);
}
