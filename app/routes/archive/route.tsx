import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ClassPodiums } from "~/components/class-podiums";
import { ExternalLink } from "~/components/external-link";
import { useTexts } from "~/components/use-texts";
import type { Ctx } from "~/lib/context";
import { phaseOf } from "~/lib/editions/opening-times";
import { classPodiums, classTotals } from "~/lib/results/class-totals.server";
import { page } from "~/shell/handle";
import { editions } from "~editions/index";
import { editionOrigin } from "../../lib/editions/edition-hosts";
import { isFinished } from "../../lib/editions/opening-times";

export const handle = page({ title: "nav.archive", cached: [] });

export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, now, language } = ctx;
	return {
		years: archiveOf(ctx),
		edition: edition.title,
		podiums: phaseOf(edition, now) === "over" ? classPodiums(await classTotals(ctx), language) : [],
	};
}

export default function ArchivePage() {
	const { t } = useTexts();
	const { years, edition, podiums } = useLoaderData<typeof loader>();
	return (
		<>
			<div className="page-head">
				<div>
					<h1>{t("nav.archive")}</h1>
					<p>{t("archive.intro")}</p>
				</div>
			</div>
			{podiums.length > 0 && (
				<section className="section" aria-labelledby="winners">
					<h2 id="winners">
						{edition} – {t("home.now.overall")}
					</h2>
					<ClassPodiums classes={podiums} />
				</section>
			)}
			<ul className="grid-fit-64 gap-x-8">
				{years.map(({ year, title, url }) => (
					<li key={year}>
						<ExternalLink
							className="flex min-h-11 items-baseline gap-4 border-b border-line py-2.5 no-underline hover:bg-surface"
							href={url}
							sign="self-center"
						>
							<span className="start-number text-ink">{year}</span>
							<span className="underline">{title}</span>
						</ExternalLink>
					</li>
				))}
			</ul>
		</>
	);
}

/** Past years with their sites, newest first: those that the edition lists, and those that have closed since. */
function archiveOf({ edition, language, settings }: Pick<Ctx, "edition" | "language" | "settings">) {
	const { newestYear } = edition;
	const listed = edition.archive.map(({ year, title, url }) => ({ year, title: title[language], url }));
	const closed = editions
		.map((one) => ({ ...one, newestYear }))
		.filter((one) => isFinished(one) && listed.every(({ year }) => year !== one.year))
		.map((one) => ({ year: one.year, title: one.title, url: `${editionOrigin(one, settings)}/` }));
	return [...closed, ...listed].sort((one, other) => other.year - one.year);
}
