import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { useClassName } from "~/components/use-class-name";
import type { AdminCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";
import { dayScores, resultTables } from "~db/schema";

export const handle = page({ title: "day.scoring" });

export async function loader({ context }: LoaderFunctionArgs) {
	return { days: await readDays(requireAdmin(context)) };
}

/** The days that are not cancelled, the latest first, and how final the results of each class are. */
async function readDays({ db, language }: AdminCtx) {
	const { t } = textsOf(language);
	const { days, classes, scored, tables } = await read(db, {
		days: allDays(db),
		classes: allClasses(db),
		scored: db
			.select({ dayId: dayScores.dayId, classId: dayScores.competitionClassId, state: dayScores.state })
			.from(dayScores),
		tables: db
			.select({ dayId: resultTables.dayId, classId: resultTables.competitionClassId })
			.from(resultTables),
	});
	return days
		.filter(({ task }) => task !== "TASK_CANCELLED")
		.toReversed()
		.map((day) => ({
			name: `${dayName(t, day.name)}, ${formatDay(day.date, language)}`,
			date: day.date,
			classes: classes.map(({ id, type }) => {
				const isHere = (one: { readonly dayId: string; readonly classId: string }) =>
					one.dayId === day.id && one.classId === id;
				const ours = scored.find(isHere);
				const isElsewhere = ours?.state !== "official" && tables.some(isHere);
				const state = ours && `results.status.${ours.state}`;
				return {
					type,
					state: t(isElsewhere ? "scoringAdmin.status.official" : (state ?? "scoringAdmin.status.none")),
				};
			}),
		}));
}

export default function ScoringPage() {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const { days } = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("day.scoring")}</h1>
			{days.map(({ name, date, classes }) => (
				<section key={date} aria-labelledby={date}>
					<h2 id={date}>{name}</h2>
					<ul className="lined">
						{classes.map(({ type, state }) => (
							<li key={type}>
								<AppLink to={`/admin/scoring/${date}/${type}`}>
									{classNameOf(type)}
									<span className="sr-only">, {name}</span>
								</AppLink>{" "}
								<span className="muted">{state}</span>
							</li>
						))}
					</ul>
				</section>
			))}
		</div>
	);
}
