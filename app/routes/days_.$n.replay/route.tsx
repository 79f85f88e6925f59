import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { DayStrip } from "~/components/day-reports/day-strip";
import { ShareButton } from "~/components/share-button";
import { useTexts } from "~/components/use-texts";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate, dayName, formatDay, formatDayAndTime } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { type ReplayPage, readReplayPage } from "./page.server";
import styleUrl from "./replay.css?url";
import { ReplayStage } from "./replay-stage";
import { ReplayTable } from "./replay-table";

export const handle = page({
	titleOf: (loaded, t, { language, classNameOf }) => {
		const { day, classType } = loaded as ReplayPage;
		return `${t("replay.title")}: ${classNameOf(classType)}, ${dayAndDate(t, day, language)}`;
	},
	cached: [{ name: "class", values: null }],
});

/** The style sheet is for this page alone: no other has anything like it. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styleUrl }];

export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const wantedClass = new URL(request.url).searchParams.get("class");
	const found = await readReplayPage(ctx, params.n ?? "", wantedClass);
	if (!found.ok) throw errorPage(found.reason);
	return found.value;
}

export default function Replay() {
	const { t, language, classNameOf } = useTexts();
	const replay = useLoaderData<typeof loader>();
	const { day, strip, classType, paths } = replay;
	return (
		<>
			<div className="page-head lg:mb-4">
				<div className="flex-wrap items-baseline gap-x-4 lg:flex">
					<h1>{t("replay.heading", { day: dayName(t, day.name) })}</h1>
					<p>{formatDay(day.date, language)}</p>
				</div>
				<nav className="tabs no-print" aria-label={t("replay.chooseClass")}>
					{paths.map(({ type, path }) => (
						<AppLink
							key={type}
							className="button"
							to={path}
							aria-current={type === classType ? "page" : undefined}
						>
							{classNameOf(type)}
						</AppLink>
					))}
				</nav>
				<ShareButton />
			</div>
			<DayStrip days={strip} />
			<div className="stack">
				<Flights replay={replay} />
			</div>
		</>
	);
}

function Flights({ replay: { opens, rows, stage } }: { readonly replay: ReplayPage }) {
	const { t, language } = useTexts();
	if (opens) return <p className="empty">{t("replay.opens", { time: formatDayAndTime(opens, language) })}</p>;
	if (rows.length === 0) return <p className="empty">{t("replay.none")}</p>;
	return (
		<>
			{stage ? (
				<ReplayStage key={stage.data.pack} stage={stage} />
			) : (
				<p className="notice notice-info">{t("replay.pending")}</p>
			)}
			<ReplayTable rows={rows} />
		</>
	);
}
