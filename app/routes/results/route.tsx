import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { StageChip } from "~/components/day-reports/stage-chip";
import { ExternalLink } from "~/components/external-link";
import { ShareButton } from "~/components/share-button";
import { SkipToList } from "~/components/skip-to-list";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { entryIdOf } from "~/lib/accounts/account-queries.server";
import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { countStatuses, isFlying, statusesOfClass } from "~/lib/days/statuses/count-statuses.server";
import { first, read } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { phaseOf } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { inLoop, loopParameter } from "~/lib/http/page-loop";
import { dayAndDate } from "~/lib/i18n/format-dates";
import type { RefusalReason } from "~/lib/refusals";
import type { Result } from "~/lib/result";
import { classTotals, totalOfClass } from "~/lib/results/class-totals.server";
import { dailyResultsOf } from "~/lib/results/daily-results.server";
import { doubtOf } from "~/lib/results/day-reports/doubt.server";
import { isPublic } from "~/lib/results/day-result";
import { type ProtestLink, protestLink } from "~/lib/results/protests.server";
import {
	type ResultsChoice,
	readResultsChoice,
	resultSorts,
	resultViews,
} from "~/lib/results/results-address";
import { resultDaysOf, toResultDays } from "~/lib/results/results-queries.server";
import { scoringDaysPath, scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { finishTimesInForce } from "~/lib/tasks/tasks-queries.server";
import { page } from "~/shell/handle";
import { MapViewerPanel } from "./map-viewer";
import { mapViewer } from "./map-viewer-address";
import { DailyView, TopView, TotalView } from "./results-views";

export const handle = page({
	failedTitle: "results.failed",
	titleOf: (loaded, t, { language, classNameOf }) => {
		const { shown } = loaded as Pick<Awaited<ReturnType<typeof loader>>, "shown">;
		if (shown.view === "top") return t("nav.results");
		const { chosen } = shown.results;
		if (shown.view === "total")
			return `${t("nav.results")}: ${t("results.total.title", { class: classNameOf(chosen.type) })}`;
		const ofDay = shown.results.shown;
		if (!ofDay) return `${t("nav.results")}: ${classNameOf(chosen.type)}`;
		const day = dayAndDate(t, { name: ofDay.dayName, date: ofDay.date }, language);
		return `${classNameOf(chosen.type)}, ${day}: ${t(`results.titled.${ofDay.status}`)}`;
	},
	sharedOf: (loaded) => {
		const { shown } = loaded as Pick<Awaited<ReturnType<typeof loader>>, "shown">;
		if (shown.view === "top") return null;
		const classId = shown.results.chosen.id;
		if (shown.view === "total") return { kind: "total", classId };
		const ofDay = shown.results.shown;
		return ofDay ? { kind: "results", date: ofDay.date, classId } : null;
	},
	cached: [
		{ name: "view", values: resultViews },
		{ name: "sort", values: resultSorts },
		...["class", "day", "flight", "q"].map((name) => ({ name, values: null })),
		loopParameter,
	],
	...inLoop("/results"),
});

function orThrow<T>(result: Result<T, RefusalReason>): T {
	if (result.ok) return result.value;
	throw errorPage(result.reason);
}

async function readView(ctx: Ctx, { view, classId, dayId }: ResultsChoice) {
	switch (view) {
		case "top":
			return { view, results: await classTotals(ctx) } as const;
		case "total":
			return { view, results: orThrow(await totalOfClass(ctx, classId)) } as const;
		case "daily":
			return { view, results: orThrow(await dailyResultsOf(ctx, classId, dayId)) } as const;
	}
}

/** Path of the desk where the shown day is scored, or of the list of all desks. */
function deskPath(shown: Awaited<ReturnType<typeof readView>>): string {
	if (shown.view !== "daily") return scoringDaysPath;
	const ofDay = shown.results.shown;
	return ofDay ? scoringDeskPath(ofDay.date, ofDay.classType) : scoringDaysPath;
}

/** Path of the sheet that a jury signs; null for results from elsewhere, which have their own. */
function sheetPath(shown: Awaited<ReturnType<typeof readView>>): string | null {
	if (shown.view === "total" && shown.results.chosen.total)
		return `/results/sheet/total/${shown.results.chosen.type}`;
	const ofDay = shown.view === "daily" ? shown.results.shown : null;
	return ofDay?.ours ? `/results/sheet/${ofDay.date}/${ofDay.classType}` : null;
}

/** The link to a protest against the shown day; null where its results are from elsewhere, too. */
async function protestOf(ctx: Ctx, shown: Awaited<ReturnType<typeof readView>>): Promise<ProtestLink | null> {
	const ofDay = shown.view === "daily" ? shown.results.shown : null;
	return ofDay?.ours ? protestLink(ctx, ofDay, ofDay.ours) : null;
}

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const { edition } = ctx;
	const choice = readResultsChoice(new URL(request.url).searchParams);
	const [shown, [own]] = await Promise.all([
		readView(ctx, choice),
		ctx.actor ? entryIdOf(ctx.db, ctx.actor.id) : [],
	]);
	const air = await classesInTheAir(ctx, shown.view === "top" ? null : shown.results.chosen.id);
	const protest = await protestOf(ctx, shown);
	const flown =
		shown.view === "daily" &&
		shown.results.shown?.rows.find(({ flightId }) => flightId !== null && flightId === choice.flightId);
	const ofDay = shown.view === "daily" ? shown.results.shown : null;
	return {
		shown,
		air,
		choice,
		/** Path of the page of the shown day. */
		day: ofDay && dayPath(edition, ofDay.date),
		sheet: sheetPath(shown),
		viewer: mapViewer(edition.mapViewer.template, edition.contestId, choice.flightId),
		pilot: flown ? flown.name : null,
		soaringSpotUrl: edition.soaringSpotUrl,
		/** Links for organisers; null for everybody else. */
		manage: may(ctx, "scoring") ? { desk: deskPath(shown) } : null,
		own: own?.id ?? null,
		protest,
	};
}

export default function ResultsPage() {
	const { t } = useTexts();
	const { shown, air, viewer, day, sheet, pilot, soaringSpotUrl, manage, protest, ...view } =
		useLoaderData<typeof loader>();
	return (
		<>
			{viewer && <MapViewerPanel viewer={viewer} pilot={pilot} />}
			<div className="results-page">
				{shown.view !== "top" && <SkipToList />}
				<div className="page-head max-md:mb-3">
					<h1>{t("nav.results")}</h1>
					<InTheAir classes={air} areNamed={shown.view === "top"} />
					{manage && (
						<p className="button-row no-print">
							<AppLink className="button" to={manage.desk}>
								{t("day.scoring")}
							</AppLink>
						</p>
					)}
				</div>
				<div className="stack">
					{shown.view === "top" && <TopView results={shown.results} {...view} />}
					{shown.view === "total" && <TotalView results={shown.results} {...view} />}
					{shown.view === "daily" && <DailyView results={shown.results} protest={protest} {...view} />}
					<p className="button-row no-print">
						<ShareButton />
						{day && (
							<AppLink className="button" to={day}>
								{t("results.day")}
							</AppLink>
						)}
						{sheet && (
							<AppLink className="button" to={sheet}>
								{t("results.sheet.print")}
							</AppLink>
						)}
						{soaringSpotUrl && (
							<ExternalLink className="button" href={soaringSpotUrl}>
								{t("results.soaringSpot")}
							</ExternalLink>
						)}
					</p>
				</div>
			</div>
		</>
	);
}

interface InTheAirProps {
	readonly classes: readonly ClassInTheAir[];
	/** Whether a phone, too, names the classes. */
	readonly areNamed: boolean;
}

/** How many of each class fly now, with a link to them. */
function InTheAir({ classes, areNamed }: InTheAirProps) {
	const { classNameOf } = useTexts();
	if (classes.length === 0) return null;
	return (
		<ul className="results-air no-print flex flex-wrap items-center gap-x-4">
			{classes.map(({ type, date, statuses, doubt }) => (
				<li key={type}>
					<AppLink
						className={`inline-flex min-h-11 flex-wrap items-center gap-2 no-underline hover:underline ${doubt ? "" : "-my-1"}`}
						to={`/statuses?day=${date}&class=${type}&only=FLYING`}
					>
						<span className={areNamed ? undefined : "max-md:sr-only"}>{classNameOf(type)}</span>{" "}
						<StageChip stage="air" statuses={statuses} doubt={doubt} />{" "}
						{doubt && <span className="text-danger">{doubt}</span>}
					</AppLink>
				</li>
			))}
		</ul>
	);
}

/**
 * Reads which classes fly today, without those that the official scorer has results of.
 * @param classId the only class to look at; null for all
 */
async function classesInTheAir(ctx: Ctx, classId: string | null) {
	const { db, edition, now } = ctx;
	if (phaseOf(edition, now) !== "flying") return [];
	const date = pragueDate(now);
	const { day, classes, ...found } = await read(db, {
		day: first(dayByDate(db, date)),
		classes: allClasses(db),
		resultDays: resultDaysOf(db, { date }),
		statuses: countStatuses(db, date),
		finishTimes: finishTimesInForce(db),
	});
	const scored = toResultDays(found.resultDays).filter(isPublic);
	return classes.flatMap(({ id, type }) => {
		const statuses = statusesOfClass(id, found.statuses);
		const isScored = scored.some(({ classId: ofClass }) => ofClass === id);
		if ((classId !== null && classId !== id) || isScored || !isFlying(statuses, false)) return [];
		const rules = found.finishTimes.find((one) => one.classId === id && one.dayId === day?.id) ?? null;
		return [{ type, date, statuses, doubt: doubtOf(ctx, { date, statuses, rules }) }];
	});
}

type ClassInTheAir = Awaited<ReturnType<typeof classesInTheAir>>[number];
