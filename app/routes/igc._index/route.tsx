import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useEffect } from "react";
import { countChange } from "~/browser/queue/queue-state";
import { uploadedEvent } from "~/browser/uploads/upload-texts";
import { AppLink } from "~/components/app-link";
import { FlightLabels } from "~/components/igc/flight-labels";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { StepProgress } from "~/components/step-progress";
import { useTexts } from "~/components/use-texts";
import type { Ctx } from "~/lib/context";
import type { FlightRow } from "~/lib/flights/flight-row";
import { readLogsPath } from "~/lib/flights/igc-file/upload-limits";
import { igcUploadSchema } from "~/lib/flights/igc-schemas";
import { proofsOf, receiptOf } from "~/lib/flights/move-log-cookie.server";
import { uploadIgc } from "~/lib/flights/upload-igc.server";
import { receiptPath } from "~/lib/flights/upload-receipt";
import { refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { saidComplaint } from "~/lib/i18n/message";
import { type Refusal, refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { ManyLogsForm } from "./many-logs-form";
import { OrganisersSection } from "./organisers-section";
import { readIgcPage } from "./page.server";
import { RefusedFiles, StoredLogs } from "./sent-files";
import type { SentLogs } from "./sent-logs.server";
import { receivedField, takeLogs } from "./take-logs.server";
import { UploadForm } from "./upload-form";
import { type StoreReply, WaitingLogs } from "./waiting-logs";

export const handle = page({
	title: "nav.igc",
	cached: [],
});

export async function loader({ request, context: { ctx, version } }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url);
	const page = await readIgcPage(ctx, searchParams.get("day"));
	return { version, ...page, receivedAt: searchParams.get(receivedField) ?? "" };
}

export function action({ request, context }: ActionFunctionArgs) {
	const isOfMany = new URL(request.url).searchParams.has("many");
	return isOfMany ? takeLogs(requireStaff(context, "logs"), request) : takeLog(context.ctx, request);
}

/** The form without scripts; it leads to the receipt. */
async function takeLog(ctx: Ctx, request: Request) {
	const form = await readUpload(request);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form.reason);
	const submission = parseForm(form.ok ? form.value : new FormData(), igcUploadSchema);
	const refused = (refusal: Refusal) => {
		const { t } = textsOf(ctx.language);
		const said = Object.entries(refusal.errors ?? {}).map(([name, key]) => [
			name,
			saidComplaint(t, key, name),
		]);
		const errors = refusal.errors ? { errors: Object.fromEntries(said) } : {};
		return refusedForm(submission, { ...refusal, ...errors }, ["igc"]);
	};
	if (!form.ok) return refused(refuse("too-large", { igc: "igc.refused.tooLarge" }));
	const stored = await uploadIgc(ctx, form.value, proofsOf(request, form.value));
	if (!stored.ok) return refused(stored);
	const { path, headers } = await receiptOf(ctx, stored.value);
	return redirect(path, { status: 303, headers });
}

export const clientLoader = loadFresh;

export default function IgcPage() {
	const { t } = useTexts();
	const { open, form, own, organisers, receivedAt } = useFreshData<typeof loader>().data;
	const answer = useActionData<typeof action>();
	const [stored, reply] = answer && "complaints" in answer ? [answer, undefined] : [undefined, answer];
	return (
		<div className="stack">
			<div className="page-head">
				<div>
					<h1>{t("nav.igc")}</h1>
					{open && <p>{t("igc.intro")}</p>}
				</div>
			</div>
			{organisers?.sent && <Sent {...organisers.sent} receivedAt={receivedAt} reply={stored} />}
			{!open ? (
				<p className="notice notice-info">{t("igc.closed")}</p>
			) : form.days.length === 0 ? (
				<p className="empty">{t("igc.noDays")}</p>
			) : (
				<UploadForm choices={form} reply={reply} />
			)}
			<OwnFlights flights={own} />
			{organisers && open && <ManyLogsForm {...organisers.many} />}
			{organisers && <OrganisersSection organisers={organisers} />}
		</div>
	);
}

interface SentProps extends SentLogs {
	readonly receivedAt: string;
	readonly reply: StoreReply | undefined;
}

/** What has become of the logs of several pilots: still to be read, to be given to their pilots, no logs, stored. */
function Sent({ unread, waiting, about, refused, stored, received, receivedAt, ...table }: SentProps) {
	const { t } = useTexts();
	return (
		<>
			{unread && (
				<StepProgress work={unread} path={readLogsPath} next={t("igc.many.unread.next")}>
					<p role="status">{unread.text}</p>
				</StepProgress>
			)}
			{waiting.length > 0 && (
				<WaitingLogs logs={waiting} {...about} received={{ ...received, at: receivedAt }} {...table} />
			)}
			<RefusedFiles {...refused} />
			<StoredLogs {...stored} />
		</>
	);
}

/** The flights of a competitor lead to their receipts. They are read again after the script has sent files. */
function OwnFlights({ flights }: { readonly flights: readonly FlightRow[] }) {
	const { t, language } = useTexts();
	useEffect(() => {
		document.addEventListener(uploadedEvent, countChange);
		return () => document.removeEventListener(uploadedEvent, countChange);
	}, []);
	if (flights.length === 0) return null;
	return (
		<section className="section">
			<h2>{t("igc.own.title")}</h2>
			<ul className="lined">
				{flights.map((flight) => (
					<li key={flight.id} className="button-row">
						<AppLink to={receiptPath(flight.versionId)}>
							{formatDay(flight.day, language)}
							{flight.flightNumber > 1 && ` (${t("igc.flightNumber", { number: flight.flightNumber })})`}
						</AppLink>
						<FlightLabels flight={flight} />
					</li>
				))}
			</ul>
		</section>
	);
}
