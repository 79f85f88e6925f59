import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { ne } from "drizzle-orm";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { useTexts } from "~/components/use-texts";
import type { StaffCtx } from "~/lib/context";
import { allDays, daysUntilToday } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { classDaysWithWaiting } from "~/lib/flights/log-rights/log-standing.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pendingProtests } from "~/lib/results/protests.server";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { page } from "~/shell/handle";
import { dayScores, resultTables } from "~db/schema";
import { actOnResults } from "./actions.server";
import { readResultsAdmin } from "./results-admin.server";
import { ResultsPart } from "./results-part";

export const handle = page({ title: "day.scoring" });

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "scoring");
	const [days, admin] = await Promise.all([readDays(ctx), readResultsAdmin(ctx)]);
	return { days, admin, version: context.version };
}

export function action({ request, context }: ActionFunctionArgs) {
	return actOnResults(requireStaff(context, "scoring"), request);
}

/** The days that are not cancelled, today and those before it first, and how final the results of each class are. */
async function readDays({ db, language, now }: StaffCtx<"scoring">) {
	const { t } = textsOf(language);
	const { days, classes, scored, tables, protests, waiting } = await read(db, {
		days: allDays(db),
		classes: allClasses(db),
		scored: db
			.select({ dayId: dayScores.dayId, classId: dayScores.competitionClassId, state: dayScores.state })
			.from(dayScores),
		tables: db
			.select({
				dayId: resultTables.dayId,
				classId: resultTables.competitionClassId,
				source: resultTables.source,
			})
			.from(resultTables)
			.where(ne(resultTables.source, "here")),
		protests: pendingProtests(db),
		waiting: classDaysWithWaiting(db),
	});
	const begun = daysUntilToday(days, pragueDate(now));
	return [...begun.toReversed(), ...days.slice(begun.length)]
		.filter(({ task }) => task !== "TASK_CANCELLED")
		.map((day) => ({
			name: dayAndDate(t, day, language),
			date: day.date,
			classes: classes.map(({ id, type }) => {
				const isHere = (one: { readonly dayId: string; readonly classId: string }) =>
					one.dayId === day.id && one.classId === id;
				const ours = scored.find(isHere);
				const covering = tables.find(isHere);
				const state = covering
					? t("results.elsewhere", { source: t(`results.source.${covering.source}`) })
					: t(ours ? `results.status.${ours.state}` : "scoringAdmin.status.none");
				const isNewer = ours?.state !== "official" && waiting.some(isHere);
				const asks = [
					...(protests.some(isHere) ? [t("protest.pending")] : []),
					...(isNewer ? [t("igc.standing.waiting")] : []),
				];
				return { type, state: [state, ...asks].join(" · ") };
			}),
		}));
}

export const clientLoader = loadFresh;

export default function ScoringPage() {
	const { t, classNameOf } = useTexts();
	const { days, admin } = useFreshData<typeof loader>().data;
	const reply = useActionData<typeof action>();
	const names = (days[0]?.classes ?? []).map(({ type }) => classNameOf(type));
	return (
		<div className="stack">
			<h1 id="scoring">{t("day.scoring")}</h1>
			<DataTable labelledBy="scoring" columns={[t("igc.field.day"), ...names]}>
				{days.map(({ name, date, classes }) => (
					<DataRow key={date}>
						<RowHeader>{name}</RowHeader>
						{classes.map(({ type, state }) => (
							<DataCell key={type} label={classNameOf(type)}>
								<AppLink className="inline-block py-2.5 md:-my-2.5" to={scoringDeskPath(date, type)}>
									{state}
									<span className="sr-only">
										{" "}
										({classNameOf(type)}, {name})
									</span>
								</AppLink>
							</DataCell>
						))}
					</DataRow>
				))}
			</DataTable>
			<ResultsPart admin={admin} reply={reply} />
		</div>
	);
}
