import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { PilotName } from "~/components/pilot-name";
import { SearchField } from "~/components/search-field";
import { StatusChip } from "~/components/status-chip";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { limits } from "~/lib/forms/limits";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { page } from "~/shell/handle";
import type { ClassType } from "~db/enums";
import { type PilotLine, readPilots } from "./page.server";

export const handle = page({ title: "pilots.title", cached: [{ name: "q", values: null }] });

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, limits.search);
	// Organisers have one list of pilots. A script takes the lines of its stars from here.
	if (may(ctx, "entries") && request.headers.get("Accept")?.includes("text/html"))
		throw redirect(q ? `/starting-list?${new URLSearchParams({ q })}` : "/starting-list");
	return { q, ...(await readPilots(ctx, q)) };
}

export default function Pilots() {
	const { t, language, classNameOf } = useTexts();
	const { q, day, classes } = useLoaderData<typeof loader>();
	return (
		<>
			<div className="page-head">
				<div>
					<h1>{t("pilots.title")}</h1>
					{day && (
						<p>
							<AppLink to={day.path}>{dayName(t, day.name)}</AppLink>, {formatDay(day.date, language)}
						</p>
					)}
				</div>
			</div>
			<Form method="get" action="/pilots" className="toolbar" role="search" autoComplete="off" reloadDocument>
				<SearchField
					id="pilots-q"
					label={t("startingList.search")}
					q={q}
					nothingFound={t("startingList.nothingFound")}
				/>
				<button type="submit" className="button">
					{t("list.show")}
				</button>
			</Form>
			{classes.map(({ type, pilots }) => (
				<section key={type} className="section" aria-labelledby={`class-${type}`}>
					<h2 id={`class-${type}`}>{classNameOf(type)}</h2>
					{pilots.length === 0 && (
						<p className="empty">{t(q ? "startingList.nothingFound" : "startingList.empty")}</p>
					)}
					<ul className="grid gap-x-8 lg:grid-cols-2">
						{pilots.map((pilot) => (
							<Line key={pilot.id} pilot={pilot} classType={type} />
						))}
					</ul>
				</section>
			))}
		</>
	);
}

/** Home shows this line of the pilots with a star. */
function Line({ pilot, classType }: { readonly pilot: PilotLine; readonly classType: ClassType }) {
	const { t, language } = useTexts();
	const { id, startNumber, fullName, status, result } = pilot;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
			<span className="start-number">{startNumber}</span>
			<span className="min-w-min grow basis-40 font-strong">
				<PilotName pilot={{ id, startNumber, classType, name: fullName }} withStar />
			</span>
			<span className="ml-auto flex flex-wrap items-center justify-end gap-x-3">
				{status && <StatusChip status={status} />}
				{result && (
					<span className="unbroken tabular-nums">
						{result.place !== null && (
							<span className="text-muted">{t("pilots.place", { place: result.place })} </span>
						)}
						<strong>
							<ScoreLink path={result.score}>
								{t("day.points", {
									count: result.points,
									points: formatPoints(result.points, language),
								})}
							</ScoreLink>
						</strong>
					</span>
				)}
			</span>
		</li>
	);
}

function ScoreLink({ path, children }: { readonly path: string | null; readonly children: string }) {
	return path ? (
		<AppLink className="-my-1 inline-block py-1" to={path}>
			{children}
		</AppLink>
	) : (
		children
	);
}
