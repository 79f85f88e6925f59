import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { AppLink } from "~/components/app-link";
import { DeskLinks } from "~/components/desk/desk-links";
import { Icon } from "~/components/icon";
import { loadFresh, useFreshData, useRefresh } from "~/components/queue/fresh-data";
import { RefreshBar } from "~/components/refresh/refresh-bar";
import { useTexts } from "~/components/use-texts";
import type { DeskCtx } from "~/lib/context";
import {
	confirmOutlanding,
	dismissOutlanding,
	setOutlandingState,
} from "~/lib/desk/change-outlandings.server";
import { lineOfMissed } from "~/lib/desk/missing-pilots.server";
import { outlandingDecisionSchema, outlandingStateSchema } from "~/lib/desk/outlanding-schema";
import { outlandingById } from "~/lib/desk/outlandings-queries.server";
import type { PublicOutlanding } from "~/lib/desk/public-outlanding";
import { byIntent, carryOut } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireDesk } from "~/lib/http/page-guards.server";
import { answer, redirectRefused } from "~/lib/http/redirect.server";
import { formatDay, formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";
import { revalidateUnlessFailed } from "~/shell/revalidation";
import { type DeskReports, readOutlandings } from "./page.server";
import { FieldPlace, ReportCard, UnconfirmedCard } from "./report-card";

export const handle = page({ title: "outlanding.title", cached: [] });

export const shouldRevalidate = revalidateUnlessFailed;

export async function loader({ request, context: { ctx, version } }: LoaderFunctionArgs) {
	const whole = new URL(request.url).searchParams.get("pilot");
	return { ...(await readOutlandings(ctx, whole)), missed: await lineOfMissed(ctx), version };
}

export const clientLoader = loadFresh;

const refreshSeconds = 20;
const back = "/outlandings";
const error = "competitorStatus.update.error";

/** Confirms or dismisses a report, or says how far the pilot has come. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireDesk(context);
	const form = bodyOf(await readForm(request));
	const changed = await change(ctx, form);
	if (!changed.ok && changed.reason === "stale") return redirectWithNewerState(ctx, form);
	return answer(back, changed, null, error);
}

/** Returns null for a form that the page does not have. */
function change(ctx: DeskCtx, form: FormData) {
	return byIntent(form, {
		confirm: () => carryOut({ ctx, form }, outlandingDecisionSchema, confirmOutlanding),
		dismiss: () => carryOut({ ctx, form }, outlandingDecisionSchema, dismissOutlanding),
		otherwise: () => carryOut({ ctx, form }, outlandingStateSchema, setOutlandingState),
	});
}

/** Says what somebody else has set meanwhile, so that the desk can choose. */
async function redirectWithNewerState({ db, language }: DeskCtx, form: FormData) {
	const [newer] = await outlandingById(db, String(form.get("id")));
	const { state = "reported", standing = "dismissed" } = newer ?? {};
	const isOfState = form.has("state") && standing === "confirmed";
	const { t } = textsOf(language);
	return redirectRefused(back, "stale", "competitorStatus.changed", {
		key: "outlanding.conflict",
		values: {
			// Without it nobody can insist: only a confirmed report has a state.
			...((isOfState || !form.has("state")) && { seen: isOfState ? state : standing }),
			state: isOfState
				? t(`outlanding.state.${state}`)
				: t(standing === "dismissed" ? "outlanding.dismissed" : "outlanding.confirmed"),
			time: newer ? formatTime(newer.updatedAt, language) : "",
		},
	});
}

export default function OutlandingsPage() {
	const { t } = useTexts();
	const { data, lostSince } = useFreshData<typeof loader>();
	const { rows, desk, own, today, missed } = data;
	const live = useRefresh(desk ? refreshSeconds : null, lostSince);
	return (
		<div className="stack">
			<div className="page-head">
				<div>
					<h1>{t("outlanding.title")}</h1>
					<p>{t("outlanding.lead")}</p>
				</div>
				{/* A document of its own: only that one may ask where the device is. */}
				{data.takesReports && (
					<AppLink className="button button-primary no-print" to="/outlandings/report" reloadDocument>
						<Icon name="outlanding" />
						{t("outlanding.report.title")}
					</AppLink>
				)}
			</div>
			<DeskLinks current="outlandings" missed={missed} />
			{own.map((report) => (
				<section key={report.id} className="card bg-surface" aria-labelledby="own-field">
					<h2 id="own-field">{t("outlanding.own")}</h2>
					<p className="muted">
						{/* A place in words has no link. */}
						{report.position && `${t("outlanding.own.map")} `}
						{t("outlanding.own.hidden")}
					</p>
					<FieldPlace report={report} />
				</section>
			))}
			{desk ? <DeskList desk={desk} today={today} /> : <PublicList rows={rows} today={today} />}
			{(desk?.counting ?? rows).length === 0 && <p className="empty">{t("outlanding.nobody")}</p>}
			{desk && <UnconfirmedList pilots={desk.unconfirmed} hint={desk.aboutUnconfirmed} today={today} />}
			{desk && <RefreshBar live={live} />}
		</div>
	);
}

/** So many start numbers fit into a line of a phone. */
const mostNamed = 6;

function DeskList({ desk, today }: { readonly desk: DeskReports; readonly today: string }) {
	const { t } = useTexts();
	const waiting = desk.unconfirmed.map(({ startNumber }) => startNumber);
	return (
		<>
			{waiting.length > 0 && (
				<p className="notice notice-warning no-print">
					<a href="#unconfirmed">{t("desk.unconfirmed.title")}</a>: {waiting.slice(0, mostNamed).join(", ")}
					{waiting.length > mostNamed && " …"}
				</p>
			)}
			<ul className="grid gap-4 lg:grid-cols-2">
				{desk.counting.map((report) => (
					<ReportCard key={report.id} report={report} today={today} />
				))}
			</ul>
		</>
	);
}

interface UnconfirmedListProps {
	readonly pilots: DeskReports["unconfirmed"];
	/** What they are worth, in words. */
	readonly hint: string;
	readonly today: string;
}

/** What anybody has reported stands below what counts. */
function UnconfirmedList({ pilots, hint, today }: UnconfirmedListProps) {
	const { t } = useTexts();
	if (pilots.length === 0) return null;
	return (
		<section className="stack" aria-labelledby="unconfirmed">
			<h2 id="unconfirmed">{t("desk.unconfirmed.title")}</h2>
			<p className="muted">{hint}</p>
			<ul className="grid gap-4 lg:grid-cols-2">
				{pilots.map((pilot) => (
					<UnconfirmedCard key={`${pilot.date} ${pilot.registrationId}`} pilot={pilot} today={today} />
				))}
			</ul>
		</section>
	);
}

function PublicList({ rows, today }: { readonly rows: readonly PublicOutlanding[]; readonly today: string }) {
	const { t, language, classNameOf } = useTexts();
	return (
		<ul className="lined @container">
			{rows.map(({ id, startNumber, fullName, classType, isBack, near, date }) => (
				<li key={id} className="button-row justify-between">
					<span className="numbered flex-[1_1_12rem]">
						<span className="start-number">{startNumber}</span>{" "}
						<span>
							<strong>{fullName}</strong> <span className="muted">{classNameOf(classType)}</span>
						</span>
					</span>
					<span className={`chip whitespace-normal ${isBack ? "status-home" : "status-outlanding"}`}>
						{isBack
							? t("outlanding.state.back")
							: t(near ? "outlanding.near" : "outlanding.out", { place: near })}
						{date !== today && `, ${formatDay(date, language)}`}
					</span>
				</li>
			))}
		</ul>
	);
}
