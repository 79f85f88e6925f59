import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { DeskLinks } from "~/components/desk/desk-links";
import { LastSign, timeSince } from "~/components/desk/missing-list";
import { PhoneLink, Phones } from "~/components/desk/phones";
import { HiddenValues } from "~/components/hidden-values";
import { Icon } from "~/components/icon";
import { MapView } from "~/components/map/map-view";
import { RegistrationNumber } from "~/components/pilot-marks";
import { PrintButton } from "~/components/print/print-button";
import { SubmitButton } from "~/components/submit-button";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { notePosition, removePosition } from "~/lib/desk/note-position.server";
import { positionSchema } from "~/lib/desk/outlanding-schema";
import { pragueDate } from "~/lib/editions/prague-time";
import { gliderName } from "~/lib/entries/gliders";
import { pathToLogs } from "~/lib/flights/download-igc.server";
import { answerForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay, formatTimeOn } from "~/lib/i18n/format-dates";
import { longestPosition } from "~/lib/maps/read-position";
import { taskPath } from "~/lib/tasks/task-paths";
import { page } from "~/shell/handle";
import { AlongTask, NearFlights } from "./neighbours";
import { type Overdue, readMissing, readOverdue } from "./page.server";
import { UnconfirmedReports } from "./unconfirmed-reports";

export const handle = page({ title: "overdue.title" });

export function loader({ params, context }: LoaderFunctionArgs) {
	return readOverdue(requireStaff(context, "desk"), params.date ?? "", params.pilot ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "desk");
	const { day, entry } = await readMissing(ctx, params.date ?? "", params.pilot ?? "");
	const missing = { dayId: day.id, date: day.date, registrationId: entry.id };
	const sheet = `/outlandings/overdue/${day.date}/${entry.id}`;
	const form = bodyOf(await readForm(request));
	if (form.get("intent") === "logs") {
		await requireCode(ctx, sheet);
		return redirect(await pathToLogs(ctx, day.id), 303);
	}
	if (form.get("intent") === "remove") {
		await removePosition(ctx, missing, { id: String(form.get("id")) });
		return redirect(sheet, 303);
	}
	return answerForm(
		{ ctx, form },
		positionSchema,
		(_, typed) => notePosition(ctx, missing, typed),
		() => redirectWithFlash(sheet, "overdue.noted"),
	);
}

/** One page to read to the rescue centre, and to print. */
export default function OverduePage() {
	const { t, language, classNameOf } = useTexts();
	const { date, pilot, task, rescue, positions, along, lastSign, card, hasLogs, drawing, readAt, ...rest } =
		useLoaderData<typeof loader>();
	const { unconfirmed, words } = rest;
	return (
		<div className="stack">
			<div className="page-head">
				<div>
					<h1>
						{t("overdue.title")}: {pilot.startNumber} {pilot.fullName}
					</h1>
					<p>
						{formatDay(date, language)}, {words.readAt}
					</p>
				</div>
				<PrintButton />
			</div>
			<DeskLinks />
			<section aria-labelledby="overdue-call">
				<h2 id="overdue-call">{t("overdue.call")}</h2>
				{rescue.map(({ name, phone }) => (
					<p key={phone}>
						{name}: <PhoneLink phone={phone} />
					</p>
				))}
			</section>
			<section aria-labelledby="overdue-who">
				<h2 id="overdue-who">{t("overdue.who")}</h2>
				<p>
					{pilot.fullName}, {gliderName(pilot.gliderType)},{" "}
					<strong>
						<RegistrationNumber>{pilot.registrationNumber}</RegistrationNumber>
					</strong>
					, {t("overdue.number")} <strong>{pilot.startNumber}</strong>, {classNameOf(pilot.classType)}
				</p>
				<Phones {...pilot} />
				{words.launched && <p>{words.launched}</p>}
				{lastSign && (
					<p>
						<LastSign lastSign={lastSign} now={new Date(readAt)} />
					</p>
				)}
				{card && <SafetyCard card={card} />}
				{task && task.state !== "cancelled" && <TaskLine task={task} date={date} />}
				{words.light && <p>{words.light}</p>}
			</section>
			<SearchMap drawing={drawing} words={words} />
			<LastPositions positions={positions} readAt={readAt} trouble={words.trouble} />
			<PositionForm key={positions.length} />
			<AlongTask along={along} />
			{hasLogs && <LogsForm why={words.whyLogs} />}
			<UnconfirmedReports reports={unconfirmed} date={date} pilot={pilot.id} />
		</div>
	);
}

function TaskLine({ task, date }: { readonly task: NonNullable<Overdue["task"]>; readonly date: string }) {
	const { t } = useTexts();
	return (
		<p>
			{t("overdue.task")}:{" "}
			<AppLink to={taskPath({ date, classType: task.classType })}>{useTaskSummary(task)}</AppLink>
		</p>
	);
}

/** The latest one first, each with those who flew near it: an earlier one may be the better one. */
function LastPositions({
	positions,
	readAt,
	trouble,
}: Pick<Overdue, "positions" | "readAt"> & Pick<Overdue["words"], "trouble">) {
	const { t, language } = useTexts();
	return (
		<section className="stack" aria-labelledby="overdue-last">
			<h2 id="overdue-last">{t("overdue.last")}</h2>
			{trouble && <p className="notice notice-warning">{trouble}</p>}
			{positions.length === 0 && <p>{t("overdue.last.none")}</p>}
			{positions.map(({ id, text, seenAt, source, near, live }) => (
				<section key={id} aria-labelledby={`position-${id}`}>
					<h3 id={`position-${id}`}>
						{formatTimeOn(pragueDate(new Date(readAt)), new Date(seenAt), language)} ·{" "}
						<span className="unbroken">{text}</span>
					</h3>
					<p>
						{live ? live.words : source},{" "}
						<strong>{t("desk.ago", timeSince(new Date(seenAt), new Date(readAt)))}</strong>
					</p>
					<NearFlights near={near} />
					<form method="post" className="no-print mt-2">
						<HiddenValues
							values={live ? { position: live.position, time: live.time, source: live.source } : { id }}
						/>
						<button type="submit" className="button" name="intent" value={live ? "note" : "remove"}>
							{t(live ? "overdue.keep" : "overdue.remove")}
						</button>
					</form>
				</section>
			))}
		</section>
	);
}

/** The positions have rings, the latest a full one; the fields of others have squares. */
function SearchMap({ drawing: { map, task, positions, fields }, words }: Pick<Overdue, "drawing" | "words">) {
	return (
		<figure className="break-inside-avoid">
			<MapView map={map} label={words.map}>
				{task && <TaskLayer task={task} />}
				{fields.map(([x, y]) => (
					<rect
						key={`${x} ${y}`}
						className="fill-none stroke-warning"
						x={x - 10}
						y={y - 10}
						width={20}
						height={20}
						strokeWidth={4}
					/>
				))}
				{positions.map(([x, y], index) => (
					<circle
						key={`${x} ${y} ${String(index)}`}
						className={`stroke-danger ${index === 0 ? "fill-danger" : "fill-none"}`}
						cx={x}
						cy={y}
						r={11}
						strokeWidth={4}
					/>
				))}
			</MapView>
			<figcaption className="muted">{words.legend}</figcaption>
		</figure>
	);
}

/** What the pilot has left for a search. */
function SafetyCard({ card }: { readonly card: NonNullable<Overdue["card"]> }) {
	const { t } = useTexts();
	const { colours, equipment, persons, crewName, flarmId } = card;
	const rows = { colours, equipment, persons, crewName, flarmId };
	return (
		<ul>
			{Object.entries(rows).map(
				([name, value]) =>
					value !== null && (
						<li key={name}>
							{t(`overdue.card.${name}`)}: <strong>{value}</strong>
						</li>
					),
			)}
		</ul>
	);
}

/** All logs of the day, as they came: others decode in them what their receivers heard. */
function LogsForm({ why }: { readonly why: string }) {
	const { t } = useTexts();
	return (
		<form method="post" className="no-print">
			<p>{why}</p>
			<button type="submit" className="button mt-2" name="intent" value="logs">
				<Icon name="download" />
				{t("overdue.logs")}
			</button>
		</form>
	);
}

const schema = async () => (await import("~/lib/desk/outlanding-schema")).positionSchema;

function PositionForm() {
	const { t } = useTexts();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({ id: "overdue", reply, schema });
	const labels = {
		position: t("outlanding.field.position"),
		time: t("overdue.field.time"),
		source: t("overdue.field.source"),
	};
	return (
		<form method="post" className="card bg-surface no-print" {...formProps}>
			<h2>{t("overdue.note")}</h2>
			<ErrorSummary {...summary} labels={labels} />
			<TextField
				field={fields.position}
				label={labels.position}
				hint={t("outlanding.field.position.hint")}
				maxLength={longestPosition}
				autoComplete="off"
				required
			/>
			<TextField
				field={fields.time}
				label={labels.time}
				hint={t("overdue.field.time.hint")}
				maxLength={8}
				required
			/>
			<TextField
				field={fields.source}
				label={labels.source}
				hint={t("overdue.field.source.hint")}
				maxLength={limits.reason}
				required
			/>
			<SubmitButton busy={busy}>{t("overdue.note")}</SubmitButton>
		</form>
	);
}
