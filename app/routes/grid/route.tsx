import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DayStrip } from "~/components/day-reports/day-strip";
import { DeskLinks } from "~/components/desk/desk-links";
import { useStoredDesk } from "~/components/desk/use-stored-desk";
import { PrintButton } from "~/components/print/print-button";
import { loadFresh, useFreshData, useRefresh } from "~/components/queue/fresh-data";
import { RefreshBar } from "~/components/refresh/refresh-bar";
import { useTexts } from "~/components/use-texts";
import { lineOfMissed } from "~/lib/desk/missing-pilots.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { revalidateUnlessFailed } from "~/shell/revalidation";
import { actOnGrid } from "./actions.server";
import { ClassSection } from "./class-section";
import { OwnPlace } from "./own-place";
import { type GridPage, gridPath, readGrid, readGridChoice } from "./page.server";

const refreshSeconds = 20;

export const handle = page({
	titleOf: (loaded, t, { language }) => {
		const { day } = (loaded as { readonly grid: GridPage }).grid;
		return day ? `${t("grid.title")}: ${dayAndDate(t, day, language)}` : t("grid.title");
	},
	cached: [
		{ name: "day", values: null },
		{ name: "class", values: null },
	],
});

export const shouldRevalidate = revalidateUnlessFailed;

export async function loader({ request, context: { ctx, version } }: LoaderFunctionArgs) {
	const choice = readGridChoice(new URL(request.url).searchParams);
	const result = await readGrid(ctx, choice);
	if (!result.ok) throw errorPage(result.reason);
	return {
		grid: result.value,
		path: gridPath(choice),
		chosen: choice.date,
		missed: await lineOfMissed(ctx),
		hydrates: ctx.actor !== null || ctx.onDuty !== null,
		version,
	};
}

export const clientLoader = loadFresh;

/** Makes the order, notes launches, scratches; each returns to the grid with the same choices. */
export async function action({ request, context }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	const back = gridPath(readGridChoice(new URL(request.url).searchParams));
	return actOnGrid({ context, form, back });
}

/** On a phone a class is far below the one before. */
function ClassLinks({ types }: { readonly types: readonly string[] }) {
	const { t, classNameOf } = useTexts();
	if (types.length < 2) return null;
	return (
		<nav className="button-row gap-1 no-print sm:hidden" aria-label={t("startingList.classes")}>
			{types.map((type) => (
				<a key={type} className="button flex-auto px-2 text-small" href={`#grid-${type}`}>
					{classNameOf(type)}
				</a>
			))}
		</nav>
	);
}

export default function GridRoute() {
	const { t, language } = useTexts();
	const { data: shown, lostSince } = useFreshData<typeof loader>();
	const { grid, path, hydrates } = shown;
	const live = useRefresh(hydrates ? refreshSeconds : null, lostSince);
	const { day, own, atDesk } = grid;
	useStoredDesk(atDesk ? path : null, shown.version);
	const refresh = hydrates ? {} : { "data-refresh": refreshSeconds, "data-refresh-url": path };
	return (
		<div className="stack" {...refresh}>
			<div className="page-head">
				<div>
					<h1>{t("grid.title")}</h1>
					<p data-refresh-region="">{day ? dayAndDate(t, day, language) : t("grid.lead")}</p>
				</div>
				{!grid.nobody && <PrintButton />}
			</div>
			<DeskLinks current="grid" date={shown.chosen} missed={shown.missed} />
			<DayStrip days={grid.strip} />
			{day && own && <OwnPlace own={own} day={day.id} path={path} />}
			{!grid.nobody && <ClassLinks types={grid.classes.map(({ type }) => type)} />}
			<div className="stack" data-refresh-region="">
				{grid.nobody && <p className="empty">{grid.nobody}</p>}
				{day && grid.classes.map((of) => <ClassSection key={of.type} of={of} day={day} path={path} />)}
			</div>
			<RefreshBar live={live} />
		</div>
	);
}
