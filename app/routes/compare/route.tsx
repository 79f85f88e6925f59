import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { BarogramPicture } from "~/components/igc/barogram";
import { MapView } from "~/components/map/map-view";
import { Elsewhere } from "~/components/results/results-note";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useTexts } from "~/components/use-texts";
import { errorPage } from "~/lib/http/page-guards.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import type { ComparePage } from "./page.server";
import { readComparePage } from "./page.server";
import { PartsTable } from "./parts-table";
import { PlainSentence } from "./plain-sentence";
import { hasHandicaps, ScoresSideBySide, SideBySide } from "./side-by-side";

export const handle = page({
	title: "compare.title",
	cached: [
		{ name: "a", values: null },
		{ name: "b", values: null },
	],
});

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url);
	const found = await readComparePage(ctx, searchParams.get("a") ?? "", searchParams.get("b") || null);
	if (!found.ok) throw errorPage(found.reason);
	return found.value;
}

export default function ComparePageView() {
	const { t, language, classNameOf } = useTexts();
	const compared = useLoaderData<typeof loader>() as ComparePage;
	const { a, b, date, classType, replay, problem, ahead, comparison, elsewhere } = compared;
	return (
		<div className="stack compared">
			<div className="page-head">
				<div>
					<h1>{t("compare.title")}</h1>
					<p>
						{classNameOf(classType)} · {formatDay(date, language)}
					</p>
				</div>
				{replay && b && (
					<AppLink className="button no-print" to={`${replay}&pilots=${numbersOf([a, b])}`}>
						<Icon name="play" />
						{t("compare.replay")}
					</AppLink>
				)}
			</div>
			<Chooser compared={compared} />
			{problem && <p className="notice notice-info">{t(`compare.${problem}`)}</p>}
			{[a, b].map(
				(flight) =>
					flight &&
					!flight.analysis && <p key={flight.id}>{t("compare.noAnalysis", { pilot: flight.pilot })}</p>,
			)}
			{b && (ahead || comparison) && (
				<p className="notice notice-info">
					{ahead && <strong>{ahead} </strong>}
					{comparison && (
						<PlainSentence comparison={comparison} flights={[a, b]} hasHandicaps={hasHandicaps({ a, b })} />
					)}
				</p>
			)}
			{b && <ScoresSideBySide a={a} b={b} />}
			{elsewhere && (
				<p className="results-note">
					<Elsewhere source={elsewhere} />
				</p>
			)}
			<Pictures compared={compared} />
			{comparison && b && (
				<>
					<PartsTable comparison={comparison} compared={compared} />
					<SideBySide comparison={comparison} compared={compared} />
				</>
			)}
		</div>
	);
}

function numbersOf(flights: readonly NonNullable<ComparePage["b"]>[]): string {
	return flights.map(({ startNumber }) => encodeURIComponent(startNumber ?? "")).join(",");
}

/** Two lists and a button; the page is complete without scripts. */
function Chooser({ compared: { choices, a, b } }: { readonly compared: ComparePage }) {
	const { t } = useTexts();
	const lists = [
		{ name: "a", label: "compare.first", value: a.id },
		{ name: "b", label: "compare.second", value: b?.id ?? "" },
	];
	return (
		<form method="get" action="/compare" className="toolbar no-print" autoComplete="off">
			{lists.map(({ name, label, value }) => (
				<div key={name} className="field">
					<label htmlFor={`compare-${name}`}>{t(label)}</label>
					<select id={`compare-${name}`} name={name} defaultValue={value} key={value}>
						{choices.map(({ id, pilot }) => (
							<option key={id} value={id}>
								{pilot}
							</option>
						))}
					</select>
				</div>
			))}
			<button type="submit" className="button self-end">
				{t("compare.submit")}
			</button>
		</form>
	);
}

const sides = ["a", "b"] as const;

const lines = {
	a: { className: "stroke-brand" },
	b: { className: "stroke-climb-fast", strokeDasharray: "7 4" },
};

interface FlownLineProps {
	readonly side: (typeof sides)[number];
	readonly line: string;
	/** A light edge sets it off from the map. */
	readonly hasEdge?: boolean;
}

function FlownLine({ side, line, hasEdge = false }: FlownLineProps) {
	const shape = {
		fill: "none",
		strokeLinecap: "round",
		strokeLinejoin: "round",
		vectorEffect: "non-scaling-stroke",
	} as const;
	return (
		<>
			{hasEdge && <path className="stroke-5 stroke-ground" {...shape} d={line} />}
			<path {...lines[side]} {...shape} strokeWidth="2.5" data-side={side} d={line} />
		</>
	);
}

/** Both tracks on a map, and a barogram of each. The second one is dashed, so that not only colours tell them apart. */
function Pictures({ compared: { drawing, a, b, date } }: { readonly compared: ComparePage }) {
	const { t } = useTexts();
	if (!drawing) return null;
	return (
		<div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
			<figure>
				<MapView isWide map={drawing.map} label={t("compare.map")}>
					{drawing.task && <TaskLayer task={drawing.task} />}
					{sides.map((side, index) => {
						const flight = drawing.flights[index];
						return flight && <FlownLine key={side} side={side} line={flight.line} hasEdge />;
					})}
				</MapView>
			</figure>
			<div className="grid gap-4 print:grid-cols-2">
				{sides.map((side, index) => {
					const flight = drawing.flights[index];
					const pilot = [a, b][index];
					return (
						flight &&
						pilot && (
							<figure key={side}>
								<figcaption className="flex items-center gap-2 wrap-anywhere">
									<svg className="h-3 w-10 flex-none" viewBox="0 0 40 12" aria-hidden="true">
										<FlownLine side={side} line="M3 6h34" />
									</svg>
									<AppLink to={`/igc/${pilot.id}`}>{pilot.pilot}</AppLink>
								</figcaption>
								<BarogramPicture
									barogram={flight.barogram}
									midnight={Date.parse(`${date}T00:00:00Z`)}
									label={t("compare.barogram", { pilot: pilot.pilot })}
								>
									<FlownLine side={side} line={flight.path} />
								</BarogramPicture>
							</figure>
						)
					);
				})}
			</div>
		</div>
	);
}
