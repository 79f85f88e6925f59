import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { OpenDays } from "~/components/day-reports/open-days";
import { MissingList } from "~/components/desk/missing-list";
import { Icon } from "~/components/icon";
import { useClassName } from "~/components/use-class-name";
import { useLanguage } from "~/components/use-language";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { retryJobs } from "~/lib/operations/job-fuses.server";
import { page } from "~/shell/handle";
import { type Overview, readOverview } from "./overview.server";

export const handle = page({ title: "admin.title" });

/** Their texts, and `<text>.hint`. */
const pages = [
	["/starting-list", "admin.link.startingList"],
	["/competition-days", "admin.link.competitionDays"],
	["/statuses", "admin.link.statuses"],
	["/igc", "admin.link.igc"],
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
	return {
		...(await readOverview(ctx)),
		pages: pages.map(([to, text]) => ({ to, text: t(text), hint: t(`${text}.hint`) })),
	};
}

/** Tries the jobs again that are set aside. */
export async function action({ context }: ActionFunctionArgs) {
	await retryJobs(requireAdmin(context));
	return redirectWithFlash("/admin", "success", "admin.setAside.success");
}

export default function AdminPage() {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	const {
		filters,
		openDays,
		debtors,
		logs,
		desks,
		failedMails,
		queuedMails,
		erasures,
		sync,
		hasResultsSource,
		...waiting
	} = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("admin.title")}</h1>
			<MissingList pilots={waiting.missing} sunset={waiting.sunset} now={waiting.now} />
			{waiting.setAsideJobs.length > 0 && <SetAsideJobs jobs={waiting.setAsideJobs} />}
			<section aria-labelledby="attention">
				<h2 id="attention">{t("admin.attention")}</h2>
				<div className="mt-4">
					<OpenDays days={openDays} />
				</div>
				<ul className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 divide-y divide-line">
					{desks.map(({ path, text }) => (
						<Attention key={path} to={path} needed>
							{text}
						</Attention>
					))}
					{filters.map(({ filter, count }) => (
						<Attention
							key={filter}
							to={`/starting-list?filter=${filter}`}
							needed={filter !== "reserve" && filter !== "withdrawn" && count > 0}
						>
							{t(`admin.filter.${filter}`, { count })}
						</Attention>
					))}
					<Attention to="/admin/missing" needed={debtors > 0}>
						{t("admin.debtors", { count: debtors })}
					</Attention>
					<Attention to="/igc" needed={Boolean(logs?.missing)}>
						{logs === null ? t("admin.noTaskToday") : missingLogsText(t, logs)}
					</Attention>
					{waiting.setAsideLogs.map(({ date, classType, startNumbers }) => (
						<Attention key={`${date} ${classType}`} to={`/admin/scoring/${date}/${classType}`} needed>
							{t("admin.setAside.logs", {
								class: classNameOf(classType),
								day: formatDay(date, language),
								numbers: startNumbers.join(", "),
							})}
						</Attention>
					))}
					<PendingProtests protests={waiting.protests} />
					<OpenResults scoring={waiting.scoring} />
					<Attention to="/admin/mail?state=failed" needed={failedMails > 0}>
						{t("admin.failedMails", { count: failedMails })}
					</Attention>
					{queuedMails > 0 && (
						<Attention to="/admin/mail?state=queued" needed={false}>
							{t("admin.queuedMails", { count: queuedMails })}
						</Attention>
					)}
					{erasures > 0 && (
						<Attention to="/admin/erasures" needed>
							{t("admin.erasures", { count: erasures })}
						</Attention>
					)}
					<SyncAttention sync={sync} hasResultsSource={hasResultsSource} />
				</ul>
			</section>
			<section className="section" aria-labelledby="pages">
				<h2 id="pages">{t("admin.pages")}</h2>
				<ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
					{waiting.pages.map(({ to, text, hint }) => (
						<li key={to} className="card">
							<AppLink to={to}>{text}</AppLink>
							<p className="muted">{hint}</p>
						</li>
					))}
				</ul>
			</section>
		</div>
	);
}

function SetAsideJobs({ jobs }: { readonly jobs: readonly string[] }) {
	const { t } = useTranslation();
	return (
		<section className="notice notice-warning" aria-labelledby="set-aside">
			<h2 id="set-aside" className="notice-title">
				{t("admin.setAside")}
			</h2>
			<ul>
				{jobs.map((job) => (
					<li key={job}>{t(`admin.job.${job}`)}</li>
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

/** For example "5 flight logs are missing today (24 expected, 7 flying)". */
function missingLogsText(t: TFunction, { expected, flying, missing }: NonNullable<Overview["logs"]>): string {
	const others = [
		t("admin.logs.expected", { count: expected }),
		...(flying > 0 ? [t("admin.logs.flying", { count: flying })] : []),
	];
	return `${t("admin.missingLogs", { count: missing })} (${others.join(", ")})`;
}

function PendingProtests({ protests }: Pick<Overview, "protests">) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	return protests.map(({ date, classType, startNumber }) => (
		<Attention
			key={`${date} ${classType} ${startNumber}`}
			to={`/admin/scoring/${date}/${classType}#protests`}
			needed
		>
			{t("admin.protest", {
				class: classNameOf(classType),
				day: formatDay(date, language),
				number: startNumber,
			})}
		</Attention>
	));
}

function OpenResults({ scoring }: Pick<Overview, "scoring">) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	return scoring.map(({ date, classType, state, isDue }) => (
		<Attention key={`${date} ${classType}`} to={`/admin/scoring/${date}/${classType}`} needed={isDue}>
			{t(`admin.scoring.${state}`, { class: classNameOf(classType), day: formatDay(date, language) })}
		</Attention>
	));
}

function SyncAttention({ sync, hasResultsSource }: Pick<Overview, "sync" | "hasResultsSource">) {
	const { t } = useTranslation();
	const language = useLanguage();
	const isBroken = sync?.outcome === "failed" || sync?.outcome === "partial";
	const run = sync
		? `${t(`admin.sync.${sync.outcome}`)}, ${formatChangeTime(sync.startedAt, language)}`
		: t("admin.sync.none");
	return (
		<Attention to="/admin/results" needed={isBroken || !hasResultsSource}>
			{hasResultsSource ? run : `${t("admin.sync.noKeys")}. ${run}`}
		</Attention>
	);
}

interface AttentionProps {
	/** The page where organisers deal with it. */
	readonly to: string;
	readonly needed: boolean;
	readonly children: string;
}

function Attention({ to, needed, children }: AttentionProps) {
	const { t } = useTranslation();
	return (
		<li className="attention col-span-full grid grid-cols-subgrid items-center justify-items-start py-1.5 first:pt-0">
			<span className={`chip ${needed ? "chip-warning" : "chip-success"}`}>
				<Icon name={needed ? "warning" : "check"} />
				{t(needed ? "admin.attention.needed" : "admin.attention.fine")}
			</span>
			<AppLink to={to} className="py-2.25">
				{children}
			</AppLink>
		</li>
	);
}
