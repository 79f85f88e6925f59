import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { CrewForm } from "~/components/crew-form";
import { MapView } from "~/components/map/map-view";
import { FlightFindings, FlownFacts } from "~/components/scoring/flown-facts";
import { usePointsText } from "~/components/scoring/score-texts";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useTexts } from "~/components/use-texts";
import type { UserCtx } from "~/lib/context";
import { crewSchema, sayCrew } from "~/lib/days/say-crew.server";
import { chooseRecorder } from "~/lib/flights/choose-recorder.server";
import { moveToLogDay } from "~/lib/flights/move-to-log-day.server";
import { receiptPath } from "~/lib/flights/upload-receipt";
import { versionById } from "~/lib/flights/versions-queries.server";
import { carryOut } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { readCookies } from "~/lib/http/cookies.server";
import { errorPage, requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { type ReceiptPage as Receipt, readReceiptPage } from "./page.server";
import { ReceiptFacts } from "./receipt-facts";
import { Verdict } from "./verdict";

/** The page is not cached: the sender of the log sees more than others. */
export const handle = page({
	title: "igc.receipt.title",
});

export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const outcome = new URL(request.url).searchParams.get("outcome");
	const receipt = await readReceiptPage(ctx, params.versionId ?? "", outcome, readCookies(request));
	if (!receipt.ok) throw errorPage(receipt.reason, receipt.retryAfter);
	return receipt.value;
}

/** Moves the flight to the day of its log, says who has flown it, or lets the recorder of a backup count. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	const versionId = params.versionId ?? "";
	if (form.get("intent") === "crew") return answerCrew(requireUser(context), versionId, form);
	if (form.get("intent") === "choose") return answerChoice(requireUser(context), versionId);
	const { ctx } = context;
	const moved = await moveToLogDay(ctx, versionId, readCookies(request));
	if (!moved.ok) throw errorPage(moved.reason, moved.retryAfter);
	return redirectWithFlash(receiptPath(versionId), "igc.receipt.moved");
}

async function answerCrew(ctx: UserCtx, versionId: string, form: FormData) {
	const [version] = await versionById(ctx.db, versionId);
	if (!version) throw errorPage("not-found");
	const said = await carryOut({ ctx, form }, crewSchema, (_, { crew }) => sayCrew(ctx, version, crew));
	if (!said.ok && said.reason === "not-admin") throw errorPage(said.reason);
	return answer(receiptPath(versionId), said, "crew.said");
}

async function answerChoice(ctx: UserCtx, versionId: string) {
	const chosen = await chooseRecorder(ctx, versionId);
	if (!chosen.ok && chosen.reason !== "stale") throw errorPage(chosen.reason);
	return answer(receiptPath(versionId), chosen, "igc.recorder.chosen");
}

export default function ReceiptPage() {
	const { t, language } = useTexts();
	const receipt = useLoaderData<typeof loader>();
	const { pilot, day } = receipt.receipt;
	return (
		<div className="stack">
			<Verdict page={receipt} />
			<h2>
				<span className="start-number">{pilot.startNumber}</span> {formatDay(day, language)}
			</h2>
			{receipt.tooLate && <p className="notice notice-info">{receipt.tooLate}</p>}
			{receipt.setClock && <p className="notice notice-info">{receipt.setClock}</p>}
			{receipt.held && (
				<>
					<p className="notice notice-warning">{t(`score.held.${receipt.held.reason}.text`)}</p>
					<FlightFindings findings={receipt.held.findings} points={receipt.held.points} />
				</>
			)}
			<FlightFindings findings={receipt.doubts} points={[]} />
			{receipt.crew && <CrewForm question={receipt.crew} />}
			{receipt.score && <ReceiptScore score={receipt.score} />}
			<div className="grid grid-cols-1 gap-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
				{receipt.drawing && (
					<TrackPicture drawing={receipt.drawing} name={`${pilot.name} ${pilot.surname}`} />
				)}
				<div className="stack">
					<ReceiptFacts receipt={receipt.receipt} />
				</div>
			</div>
			<p className="button-row no-print">
				{receipt.flightPath && (
					<AppLink className="button" to={receipt.flightPath}>
						{t("igc.flight.link")}
					</AppLink>
				)}
				{receipt.comparePath && (
					<AppLink className="button" to={receipt.comparePath}>
						{t("analysis.compareOther")}
					</AppLink>
				)}
				<AppLink className="button" to="/igc">
					{t("igc.receipt.another")}
				</AppLink>
			</p>
		</div>
	);
}

/** What the flight has scored so far. */
function ReceiptScore({ score }: { readonly score: NonNullable<Receipt["score"]> }) {
	const { t } = useTexts();
	const pointsText = usePointsText();
	return (
		<>
			<p className="results-note">
				<span className="chip chip-warning whitespace-normal">
					{t(score.place === null ? "score.receipt.noPlace" : "score.receipt", {
						state: t(`results.status.${score.state}`),
						points: pointsText(score.points),
						rank: score.place,
					})}
				</span>
				<AppLink to={score.path}>{t("score.explain")}</AppLink>
			</p>
			<FlownFacts figures={score.figures} flight={score.flight} points={score.taskPoints} />
			<FlightFindings findings={score.flight.findings} points={score.taskPoints} decided={score.decided} />
			{score.state !== "official" && <p className="muted">{t("score.mayChange")}</p>}
		</>
	);
}

interface TrackPictureProps {
	readonly drawing: NonNullable<Receipt["drawing"]>;
	readonly name: string;
}

/** What was flown, on the task and its ground. */
function TrackPicture({ drawing: { map, task, tracks }, name }: TrackPictureProps) {
	const { t } = useTexts();
	const [track] = tracks;
	return (
		<figure className="flight-map">
			<MapView map={map} label={t(task ? "igc.flight.map.withTask" : "igc.flight.map.label", { name })}>
				{task && <TaskLayer task={task} />}
				<g className="fill-none stroke-brand stroke-4" strokeLinecap="round" strokeLinejoin="round">
					<path strokeDasharray="2 8" d={track?.gaps} />
					<path className="stroke-8 stroke-ground" d={track?.whole} />
					<path d={track?.whole} />
				</g>
			</MapView>
		</figure>
	);
}
