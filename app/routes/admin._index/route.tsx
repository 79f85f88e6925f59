import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { OpenDays } from "~/components/day-reports/open-days";
import { DeskLinks } from "~/components/desk/desk-links";
import { MissingList } from "~/components/desk/missing-list";
import { Icon } from "~/components/icon";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { missedTitle } from "~/lib/desk/missing-pilots.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { retryJobs } from "~/lib/operations/job-fuses.server";
import { page } from "~/shell/handle";
import { attentionOf } from "./attention.server";
import { buildInWords } from "./build-in-words.server";
import { readOverview } from "./page.server";

export const handle = page({ title: "admin.title" });

/** Their texts, and `<text>.hint`. */
const pages = [
	["/starting-list", "admin.link.startingList"],
	["/competition-days", "admin.link.competitionDays"],
	["/statuses", "admin.link.statuses"],
	["/igc", "admin.link.igc"],
	["/admin/scoring", "admin.link.scoring"],
	["/admin/results", "admin.link.results"],
	["/news", "admin.link.news"],
	["/documents", "admin.link.documents"],
	["/admin/waypoints-and-airspace", "admin.link.charts"],
	["/users", "admin.link.users"],
	["/admin/missing", "admin.link.missing"],
	["/admin/mail", "admin.link.mail"],
	["/admin/erasures", "admin.link.erasures"],
	["/admin/glider-types", "admin.link.gliderTypes"],
	["/admin/audit", "admin.link.audit"],
] as const;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireAdmin(context);
	const { t } = textsOf(ctx.language);
	const overview = await readOverview(ctx);
	const { openDays, missing, sunset, now } = overview;
	return {
		openDays,
		missing,
		missedTitle: missedTitle(ctx, missing),
		sunset,
		now,
		attention: attentionOf(ctx, overview),
		setAside: overview.setAsideJobs.map((job) => t(`admin.job.${job}`)),
		build: buildInWords(t, ctx.language),
		pages: pages.map(([to, text]) => ({ to, text: t(text), hint: t(`${text}.hint`) })),
	};
}

/** Tries the jobs again that are set aside. */
export async function action({ context }: ActionFunctionArgs) {
	await retryJobs(requireAdmin(context));
	return redirectWithFlash("/admin", "admin.setAside.success");
}

export default function AdminPage() {
	const { t } = useTexts();
	const isFlying = useRootData()?.phase === "flying";
	const { openDays, missing, missedTitle, sunset, now, attention, setAside, pages, build } =
		useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("admin.title")}</h1>
			{isFlying && <DeskLinks />}
			<MissingList pilots={missing} title={missedTitle} sunset={sunset} now={now} />
			{setAside.length > 0 && <SetAsideJobs jobs={setAside} />}
			<section aria-labelledby="attention">
				<h2 id="attention">{t("admin.attention")}</h2>
				<div className="mt-4">
					<OpenDays days={openDays} />
				</div>
				<ul className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 divide-y max-2xs:grid-cols-1 divide-line">
					{attention.map(({ to, text, needed }) => (
						<li
							key={`${to} ${text}`}
							className="attention col-span-full grid grid-cols-subgrid items-center justify-items-start py-1.5 first:pt-0"
						>
							<span className={`chip ${needed ? "chip-warning" : "chip-success"}`}>
								<Icon name={needed ? "warning" : "check"} />
								{t(needed ? "admin.attention.needed" : "admin.attention.fine")}
							</span>
							<AppLink to={to} className="py-2.25">
								{text}
							</AppLink>
						</li>
					))}
				</ul>
			</section>
			<section className="section" aria-labelledby="pages">
				<h2 id="pages">{t("admin.pages")}</h2>
				<ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
					{pages.map(({ to, text, hint }) => (
						<li key={to} className="card">
							<AppLink to={to}>{text}</AppLink>
							<p className="muted">{hint}</p>
						</li>
					))}
				</ul>
			</section>
			<p className="muted">{build}</p>
		</div>
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
