import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { OpenDays } from "~/components/day-reports/open-days";
import { DeskLinks } from "~/components/desk/desk-links";
import { MissingList } from "~/components/desk/missing-list";
import { Icon } from "~/components/icon";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { missedTitle } from "~/lib/desk/missing-pilots.server";
import { hasPolicy } from "~/lib/editions/admission";
import { owingPath, paymentsPath } from "~/lib/entries/entry-paths";
import { requireStaff } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { retryJobs } from "~/lib/operations/job-fuses.server";
import { hasNextYear } from "~/lib/season/next-year.server";
import { page } from "~/shell/handle";
import { attentionOf } from "./attention.server";
import { buildInWords } from "./build-in-words.server";
import { workOf } from "./moment";
import { readOverview } from "./page.server";

export const handle = page({ title: "admin.title" });

/** It is there while a draft is. */
const nextYearPath = "/admin/next-year";

/** Asked for where a policy gives the places. */
const placesPath = "/admin/places";

/** The pages of each kind of work: their texts, with `<text>.hint`, and the right that each asks for. */
const pages = {
	people: [
		["/starting-list", "admin.link.startingList", "payments"],
		[paymentsPath, "admin.link.payments", "payments"],
		[owingPath, "admin.link.missing", "payments"],
		["/users", "admin.link.users", "people"],
		[placesPath, "admin.link.places", "entries"],
		["/admin/ranking-numbers", "rankingNumbers.title", "entries"],
		["/admin/team", "admin.link.team", "team"],
		["/admin/glider-types", "admin.link.gliderTypes", "entries"],
	],
	flying: [
		["/competition-days", "admin.link.competitionDays", "days"],
		["/statuses", "admin.link.statuses", "desk"],
		["/igc", "admin.link.igc", "logs"],
	],
	results: [
		["/admin/scoring", "admin.link.scoring", "scoring"],
		["/admin/waypoints-and-airspace", "admin.link.charts", "tasks"],
	],
	site: [
		["/admin/settings", "admin.link.settings", "photos"],
		[nextYearPath, "admin.link.nextYear", "team"],
		["/news", "admin.link.news", "news"],
		["/documents", "admin.link.documents", "documents"],
		["/admin/operations", "admin.link.operations", "operations"],
	],
} as const;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "overview");
	const { t } = textsOf(ctx.language);
	const overview = await readOverview(ctx);
	const { moment, day, sunset, now } = overview;
	const missing = may(ctx, "desk") ? overview.missing : [];
	const attention = attentionOf(ctx, overview);
	return {
		moment: [...(day ? [dayAndDate(t, day, ctx.language)] : []), t(`admin.moment.${moment}`)].join(" · "),
		openDays: may(ctx, "desk") ? overview.openDays : [],
		missing,
		trouble: may(ctx, "desk") ? overview.trouble : null,
		missedTitle: missedTitle(ctx, missing),
		sunset,
		now,
		needed: attention.filter(({ needed }) => needed),
		fine: attention.filter(({ needed }) => !needed),
		setAside: (may(ctx, "operations") ? overview.setAsideJobs : []).map((job) => t(`admin.job.${job}`)),
		build: buildInWords(t, ctx.language),
		groups: workOf[moment]
			.map((work) => ({
				work,
				title: t(`admin.work.${work}`),
				pages: pages[work].flatMap(([to, text, right]) =>
					may(ctx, right) &&
					(to !== nextYearPath || hasNextYear(ctx)) &&
					(to !== placesPath || hasPolicy(ctx.edition))
						? [{ to, text: t(text), hint: t(`${text}.hint`) }]
						: [],
				),
			}))
			.filter((group) => group.pages.length > 0),
	};
}

/** Tries the jobs again that are set aside. */
export async function action({ context }: ActionFunctionArgs) {
	await retryJobs(requireStaff(context, "operations"));
	return redirectWithFlash("/admin", "admin.setAside.success");
}

export default function AdminPage() {
	const { t } = useTexts();
	const isFlying = useRootData()?.phase === "flying";
	const {
		moment,
		openDays,
		trouble,
		missing,
		missedTitle,
		sunset,
		now,
		needed,
		fine,
		setAside,
		groups,
		build,
	} = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<div className="page-head">
				<div>
					<h1>{t("admin.title")}</h1>
					<p className="first-letter:uppercase">{moment}</p>
				</div>
			</div>
			{isFlying && <DeskLinks />}
			{trouble && <p className="notice notice-warning">{trouble}</p>}
			<MissingList pilots={missing} title={missedTitle} sunset={sunset} now={now} />
			{setAside.length > 0 && <SetAsideJobs jobs={setAside} />}
			{openDays.length + needed.length + fine.length > 0 && (
				<section aria-labelledby="attention">
					<h2 id="attention">{t("admin.attention")}</h2>
					<div className="mt-3">
						<OpenDays days={openDays} />
					</div>
					<AttentionLines lines={needed} />
					{fine.length > 0 && (
						<details className="mt-3">
							<summary>{t("admin.attention.inOrder", { count: fine.length })}</summary>
							<AttentionLines lines={fine} />
						</details>
					)}
				</section>
			)}
			<section className="section" aria-labelledby="pages">
				<h2 id="pages">{t("admin.pages")}</h2>
				<div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
					{groups.map((group) => (
						<PageGroup key={group.work} {...group} />
					))}
				</div>
			</section>
			<p className="muted">{build}</p>
		</div>
	);
}

type Overview = ReturnType<typeof useLoaderData<typeof loader>>;

function AttentionLines({ lines }: { readonly lines: Overview["needed"] }) {
	const { t } = useTexts();
	return (
		<ul className="mt-2 divide-y divide-line">
			{lines.map(({ to, text, needed, places }) => (
				<li key={`${to} ${text}`} className="attention flex gap-2.5">
					<Icon
						name={needed ? "warning" : "check"}
						className={`mt-3 ${needed ? "text-warning" : "text-success"}`}
					/>
					<span className="sr-only">{t(needed ? "admin.attention.needed" : "admin.attention.fine")} </span>
					{places ? (
						<div className="min-w-0 py-2.5 wrap-anywhere">
							{text}
							<ul className="flex flex-wrap gap-x-4">
								{places.map((place) => (
									<li key={place.to}>
										<AppLink to={place.to} className="inline-block py-2.5">
											{place.text}
										</AppLink>
									</li>
								))}
							</ul>
						</div>
					) : (
						<AppLink to={to} className="min-w-0 py-2.5 wrap-anywhere">
							{text}
						</AppLink>
					)}
				</li>
			))}
		</ul>
	);
}

/** The pages of one kind of work. They are there every day, so they are less loud than what waits. */
function PageGroup({ work, title, pages: own }: Overview["groups"][number]) {
	return (
		<section className="card px-4 py-3" aria-labelledby={`pages-${work}`}>
			<h3 id={`pages-${work}`} className="my-0 text-base">
				{title}
			</h3>
			<ul>
				{own.map(({ to, text, hint }) => (
					<li key={to}>
						<AppLink to={to} className="inline-block py-2.5 no-underline hover:underline">
							{text}
						</AppLink>
						<p className="muted -mt-2 mb-1 text-small max-sm:hidden">{hint}</p>
					</li>
				))}
			</ul>
		</section>
	);
}

/** @param jobs their names */
function SetAsideJobs({ jobs }: { readonly jobs: readonly string[] }) {
	const { t } = useTexts();
	return (
		<section className="notice notice-warning" aria-labelledby="set-aside">
			<h2 id="set-aside" className="notice-title">
				{t("admin.setAside")}
			</h2>
			<ul>
				{jobs.map((job) => (
					<li key={job}>{job}</li>
				))}
			</ul>
			<p>{t("admin.setAside.hint")}</p>
			<form method="post" action="/admin" className="mt-2">
				<button type="submit" className="button">
					{t("admin.setAside.retry")}
				</button>
			</form>
		</section>
	);
}
