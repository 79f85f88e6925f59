import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { AppLink } from "~/components/app-link";
import { CrewForm } from "~/components/crew-form";
import { WorthlessDay } from "~/components/scoring/preliminary-note";
import { EvaluationProgress } from "~/components/step-progress";
import { useTexts } from "~/components/use-texts";
import type { Ctx, ScorerCtx } from "~/lib/context";
import { crewQuestion } from "~/lib/days/say-crew.server";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { bodyOf, isUpload, readForm, readUpload } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { dayName, formatDay, formatDayAndTime } from "~/lib/i18n/format-dates";
import { resultsPath } from "~/lib/results/results-address";
import { scorerRights } from "~/lib/rights";
import { scoringDaysPath, scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { page } from "~/shell/handle";
import type { DayFigures } from "~db/schema";
import { actOnDesk, type EndReply } from "./actions.server";
import { ClassRows } from "./class-rows";
import { DecisionForm } from "./decision-form";
import { DecisionsOfDay } from "./decisions-of-day";
import { EvaluatedFlightView } from "./evaluated-flight";
import { readEvaluatedFlight } from "./evaluated-flight.server";
import { OfficialComparison } from "./official-comparison";
import { type DeskRow, readScoringDesk, type ScoringDesk } from "./page.server";
import { OtherEndForm, Protests, StateForms, WaiveAll } from "./state-forms";
import { TryLog, type TryReply } from "./try-log";

export const handle = page({
	title: "scoringAdmin.title",
});

async function readDesk(ctx: ScorerCtx, params: LoaderFunctionArgs["params"]): Promise<ScoringDesk> {
	const desk = await readScoringDesk(ctx, params.day ?? "", params.class ?? "");
	if (!desk) throw errorPage("not-found");
	return desk;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const desk = await readDesk(requireStaff(context, ...scorerRights), params);
	const id = new URL(request.url).searchParams.get("decide");
	const row = desk.rows.find(({ registrationId }) => registrationId === id);
	return { ...desk, deciding: row ? await readDeciding(context.ctx, desk, row) : null };
}

async function readDeciding(ctx: Ctx, { place }: ScoringDesk, row: DeskRow) {
	const { registrationId } = row;
	return {
		row,
		evaluated: await readEvaluatedFlight(ctx.db, place, registrationId),
		crew: await crewQuestion(ctx, { dayId: place.dayId, registrationId }),
	};
}

/** Spaces that are switched off, and findings about which one press decides. */
const formRules = { most: 500, repeated: ["inactive", "seen"] };

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, ...scorerRights);
	const desk = await readDesk(ctx, params);
	const form = bodyOf(await (isUpload(request) ? readUpload(request) : readForm(request, formRules)));
	return actOnDesk(ctx, desk, form);
}

/** The server renders the form with its page; in the browser its scripts come after those of the page, which most visits do without. */
const LateDecisionForm = import.meta.env.SSR
	? DecisionForm
	: lazy(async () => ({ default: (await import("./decision-form")).DecisionForm }));

export default function ScoringDeskPage() {
	const { t } = useTexts();
	const desk = useLoaderData<typeof loader>();
	const reply = useActionData() as FormReply | EndReply | TryReply | undefined;
	const replyToEnd = reply && "end" in reply ? reply.end : undefined;
	const { day, classType, deciding } = desk;
	const path = scoringDeskPath(day.date, classType);
	return (
		<div className="stack">
			<DeskLinks desk={desk} />
			<DeskHead desk={desk} />
			<EvaluationProgress evaluating={desk.evaluating} />
			{(desk.words.setAside || desk.words.pointsWait) && (
				<Form method="post" className="notice notice-warning">
					<p>{desk.words.setAside}</p>
					<p>{desk.words.pointsWait}</p>
					<button type="submit" className="button mt-2" name="intent" value="evaluate">
						{t("scoringAdmin.evaluateAgain")}
					</button>
				</Form>
			)}
			{desk.words.missing && <p className="notice notice-warning">{desk.words.missing}</p>}
			{desk.words.withoutHandicap && <p className="notice notice-warning">{desk.words.withoutHandicap}</p>}
			{desk.figures && isJudged(desk, desk.figures) && <WorthlessDay day={desk.figures} />}
			<OfficialComparison desk={desk} />
			{deciding && (
				<Deciding
					desk={desk}
					deciding={deciding}
					reply={reply && "submission" in reply ? reply : undefined}
					path={path}
				/>
			)}
			<Protests protests={desk.protests} hasDeposit={desk.hasDeposit} />
			{desk.changedAt !== null && <StateForms desk={desk} reply={replyToEnd} />}
			{desk.changedAt !== null && <OtherEndForm desk={desk} reply={replyToEnd} />}
			{desk.changedAt === null ? (
				<p className="empty">{desk.words.empty}</p>
			) : (
				<ClassRows
					rows={desk.rows}
					points={desk.points}
					path={path}
					words={desk.words}
					warning={desk.words.anew}
					signatures={desk.words.signatures}
					areFinal={desk.areFinal}
				/>
			)}
			{!desk.areFinal && <WaiveAll kinds={desk.kinds} words={desk.words.kinds} />}
			<DecisionsOfDay rows={desk.rows} path={path} />
			{desk.taskId !== null && <DayAirspaces spaces={desk.spaces} hint={desk.words.airspaces} />}
			{desk.changedAt !== null && (
				<ClassForms published={desk.published} cancelled={desk.cancelled} state={desk.state.name} />
			)}
			{desk.hasTask && <TryLog reply={reply && "tried" in reply ? reply : undefined} />}
		</div>
	);
}

type DeskOfPage = SerializeFrom<typeof loader>;

function DeskLinks({ desk: { day, classType, place, changedAt } }: { readonly desk: DeskOfPage }) {
	const { t } = useTexts();
	return (
		<p>
			<AppLink to={scoringDaysPath}>{t("day.scoring")}</AppLink>
			{" · "}
			<AppLink to={resultsPath({ view: "daily", classId: place.classId, dayId: place.dayId })}>
				{t("nav.results")}
			</AppLink>
			{" · "}
			<AppLink to={`/admin/tasks/${day.date}/${classType}`}>{t("scoringAdmin.task")}</AppLink>
			{" · "}
			<AppLink to="/igc#many-title">{t("igc.many.form.title")}</AppLink>
			{changedAt !== null && (
				<>
					{" · "}
					<AppLink to={`/results/sheet/${day.date}/${classType}`}>{t("results.sheet.print")}</AppLink>
				</>
			)}
		</p>
	);
}

interface DecidingProps {
	readonly desk: DeskOfPage;
	readonly deciding: NonNullable<DeskOfPage["deciding"]>;
	/** Undefined if the last try was about something else. */
	readonly reply: FormReply | undefined;
	/** Path of the page without the form. */
	readonly path: string;
}

/** The decision about one competitor, beside the flight that it is about. */
function Deciding({ desk, deciding, reply, path }: DecidingProps) {
	return (
		<section
			aria-labelledby="decision"
			className="card bg-surface grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
		>
			<Suspense>
				<LateDecisionForm
					key={deciding.row.registrationId}
					reply={reply}
					back={path}
					points={desk.points}
					gliderHint={desk.words.glider}
					warning={desk.words.anew}
					{...deciding}
				/>
			</Suspense>
			<EvaluatedFlightView points={desk.points} dayId={desk.place.dayId} {...deciding} />
			{deciding.crew && <CrewForm question={deciding.crew} registrationId={deciding.row.registrationId} />}
		</section>
	);
}

/** Whether there is something to say of the numbers of the day: nobody has any in the morning. */
function isJudged({ logs, state }: ScoringDesk, { doM }: DayFigures): boolean {
	return logs > 0 || doM > 0 || state.name !== "preliminary";
}

/** Class and day, whether visitors see the scores, how many logs there are and when they last changed. */
function DeskHead({ desk }: { readonly desk: ScoringDesk }) {
	const { t, language, classNameOf } = useTexts();
	const { day, classType, changedAt } = desk;
	const isHidden = changedAt !== null && !desk.published;
	return (
		<>
			<div className="page-head">
				<div>
					<h1>
						{t("scoringAdmin.heading", {
							class: classNameOf(classType),
							day: dayName(t, day.name),
						})}
					</h1>
					<p>{formatDay(day.date, language)}</p>
				</div>
			</div>
			<p className="results-note">
				{desk.isOurs ? (
					<HeadState desk={desk} />
				) : (
					changedAt === null && <span className="chip">{desk.words.status}</span>
				)}
				{desk.isOurs && desk.words.version && <span>{desk.words.version}</span>}
				{isHidden && <span className="chip chip-warning">{t("scoringAdmin.hidden")}</span>}
				{changedAt !== null && (
					<>
						<span>{t("score.logs", { logs: desk.logs, count: desk.expected })}</span>
						<span className="muted">
							{t(desk.isOurs && desk.state.name !== "preliminary" ? "results.since" : "results.changedAt")}{" "}
							{formatDayAndTime(changedAt, language)}
						</span>
					</>
				)}
			</p>
		</>
	);
}

/** How final our results are, each part leading to its forms. */
function HeadState({ desk: { state, protests, undecided } }: { readonly desk: ScoringDesk }) {
	const { t, language } = useTexts();
	const { name, protestsUntil, isProtestTime } = state;
	return (
		<>
			<AppLink to="#results-state" className="chip max-sm:whitespace-normal">
				{t(`results.status.${name}`)}
			</AppLink>
			{isProtestTime && protestsUntil && (
				<span>
					{t("results.protestsUntil", { until: formatDayAndTime(new Date(protestsUntil), language) })}
				</span>
			)}
			{protests.some(({ outcome }) => outcome === null) && (
				<AppLink to="#protests" className="chip chip-warning">
					{t("protest.pending")}
				</AppLink>
			)}
			{undecided[0] && (
				<AppLink
					to={`#${undecided[0].registrationId}`}
					className="chip chip-warning max-sm:whitespace-normal"
				>
					{t("scoringAdmin.undecided", { number: undecided.length })}
				</AppLink>
			)}
		</>
	);
}

interface ClassFormsProps {
	readonly published: boolean;
	readonly cancelled: boolean;
	readonly state: ScoringDesk["state"]["name"];
}

/** Shows or hides the class, and cancels its day. Official results are reopened first. */
function ClassForms({ published, cancelled, state }: ClassFormsProps) {
	const { t } = useTexts();
	const isClosed = state === "official";
	const endsProtests = state === "unofficial" && !cancelled;
	const button = (intent: string, text: string) => (
		<button type="submit" className="button" name="intent" value={intent} disabled={isClosed}>
			{text}
		</button>
	);
	return (
		<section aria-labelledby="whole-class" className="card bg-surface">
			<h2 id="whole-class">{t("scoringAdmin.class")}</h2>
			<Form key={`${published} ${cancelled}`} method="post">
				<div className="field">
					<label htmlFor="class-reason">{t("scoringAdmin.field.reason")}</label>
					<input id="class-reason" name="reason" required maxLength={limits.reason} autoComplete="off" />
				</div>
				<div className="button-row">
					{button(published ? "hide" : "show", t(published ? "scoringAdmin.hide" : "scoringAdmin.show"))}
					{button(
						cancelled ? "restore" : "cancel",
						t(cancelled ? "scoringAdmin.restore" : "scoringAdmin.cancel"),
					)}
				</div>
				{isClosed && <p className="field-hint">{t("server.results-closed")}</p>}
				{endsProtests && <p className="field-hint">{t("scoringAdmin.cancel.hint")}</p>}
			</Form>
		</section>
	);
}

/** Spaces that flights of the class were in, and those that its task makes inactive. One that is off leaves no finding. */
function DayAirspaces({ spaces, hint }: Pick<ScoringDesk, "spaces"> & { readonly hint: string }) {
	const { t } = useTexts();
	if (spaces.length === 0) return null;
	return (
		<section aria-labelledby="day-airspaces" className="card bg-surface">
			<h2 id="day-airspaces">{t("scoringAdmin.airspaces")}</h2>
			<Form method="post">
				<p className="muted mb-4">{hint}</p>
				{spaces.map(({ name, isInactive }, index) => (
					<p key={name} className="field-check">
						<input
							id={`space-${index}`}
							type="checkbox"
							name="inactive"
							value={name}
							defaultChecked={isInactive}
						/>
						<label htmlFor={`space-${index}`}>{name}</label>
					</p>
				))}
				<button type="submit" className="button" name="intent" value="airspaces">
					{t("scoringAdmin.airspaces.save")}
				</button>
			</Form>
		</section>
	);
}
