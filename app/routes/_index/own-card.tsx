import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { taskPath } from "~/lib/tasks/task-paths";
import type { OwnEntry, OwnFlight } from "./own-card.server";
import type { FlyingClass, FlyingDay } from "./page.server";

interface OwnDayProps {
	readonly own: OwnEntry;
	/** Null outside the competition. */
	readonly today: FlyingDay | null;
}

/** What concerns a signed-in competitor. It stands before what concerns everybody. */
export function OwnDay({ own, today }: OwnDayProps) {
	const { t, classNameOf } = useTexts();
	const flight = today?.ownFlight ?? null;
	const task = own.state === "waiting" ? null : today?.classes.find(({ id }) => id === own.classId)?.task;
	const isSettled = own.state === "paid" || own.state === "accepted" || own.state === "withdrawn";
	const tone = flight?.isLogMissing || !isSettled ? "notice-warning" : "notice-info";
	return (
		<section className={`notice own-day mt-6 max-w-none space-y-1.5 ${tone}`} aria-labelledby="own-day">
			<h2 className="notice-title" id="own-day">
				<span className="start-number mr-2 min-w-0">{own.startNumber}</span>
				{classNameOf(own.classType)}
			</h2>
			{flight && <FieldLine flight={flight} />}
			{flight && <FlightLine flight={flight} />}
			{task && task.state === "published" && <OwnTask task={task} />}
			{today?.protests.map(({ to, text }) => (
				<p key={to} className="first-letter:uppercase">
					<AppLink to={to}>{text}</AppLink>
				</p>
			))}
			<p>
				<AppLink to="/registration">{t(`home.own.state.${own.state}`)}</AppLink>
			</p>
		</section>
	);
}

/** What a pilot in the air may have to say at once, and after it what the desk knows of the field. */
function FieldLine({ flight: { status, field } }: { readonly flight: OwnFlight }) {
	const { t } = useTexts();
	if (status === "FLYING") {
		return (
			<p className="py-1.5">
				<AppLink className="button button-primary" to={reportPath} reloadDocument>
					<Icon name="outlanding" />
					{t("home.own.landedOut")}
				</AppLink>
			</p>
		);
	}
	if (status !== "OUTLANDING") return null;
	if (!field) {
		return (
			<p className="own-day-line text-lg font-strong">
				{t("home.own.field")}{" "}
				<AppLink className="button ml-2" to={reportPath} reloadDocument>
					{t("home.own.whereField")}
				</AppLink>
			</p>
		);
	}
	const parts = [
		field.near ? t("outlanding.near", { place: field.near }) : t("home.own.field"),
		...(field.isCrewOnWay ? [t("home.own.crewOnWay")] : []),
	];
	return (
		<p className="own-day-line text-lg font-strong">
			<AppLink to="/outlandings">{parts.join(", ")}</AppLink>
		</p>
	);
}

const reportPath = "/outlandings/report";

function FlightLine({ flight }: { readonly flight: OwnFlight }) {
	const { t, language } = useTexts();
	const { logAt, result, status, isLogMissing } = flight;
	if (isLogMissing) {
		return (
			<p className="own-day-line button-row text-lg font-strong">
				{t("home.own.logMissing")}{" "}
				<AppLink className="button button-primary" to="/igc">
					<Icon name="upload" />
					{t("home.own.upload")}
				</AppLink>
			</p>
		);
	}
	const parts = [
		logAt && t("home.own.log", { time: formatTime(logAt, language) }),
		result &&
			t(`home.own.result.${result.status}`, {
				place: result.place,
				count: result.points,
				points: formatPoints(result.points, language),
			}),
	].filter((part) => part !== null);
	if (parts.length === 0) return status === "FLYING" ? <p>{t("home.own.flying")}</p> : null;
	const text = parts.join(", ");
	return (
		<p className="own-day-line text-lg font-strong">
			{flight.flight ? <AppLink to={flight.flight}>{text}</AppLink> : text}
		</p>
	);
}

function OwnTask({ task }: { readonly task: NonNullable<FlyingClass["task"]> }) {
	const { t } = useTexts();
	const summary = useTaskSummary(task);
	return (
		<p>
			{t("home.own.task")}{" "}
			<AppLink to={taskPath(task)}>
				{summary}, {t("task.version", { version: task.version })}
			</AppLink>
		</p>
	);
}
