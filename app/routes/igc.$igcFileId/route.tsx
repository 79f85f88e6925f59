import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { AppLink } from "~/components/app-link";
import { DayStrip } from "~/components/day-reports/day-strip";
import { Icon } from "~/components/icon";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { ShareButton } from "~/components/share-button";
import { useTexts } from "~/components/use-texts";
import type { StaffCtx } from "~/lib/context";
import { moveFlight, restoreIgc, setClock, setIgcFlags } from "~/lib/flights/change-flight.server";
import { downloadIgc } from "~/lib/flights/download-igc.server";
import { comparePath } from "~/lib/flights/flight-paths";
import {
	clockSchema,
	discardFlightSchema,
	discardSchema,
	igcFlagsSchema,
	reassignSchema,
	restoreSchema,
	versionSchema,
} from "~/lib/flights/igc-schemas";
import {
	confirmByOrganiser,
	discardFlight,
	discardLog,
	takeBackConfirmation,
	takeBackDiscard,
	takeBackFlight,
} from "~/lib/flights/log-rights/decide-log.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { ownPath, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type Result, refuse } from "~/lib/result";
import { resultsPath } from "~/lib/results/results-address";
import { page } from "~/shell/handle";
import { FlightAnalysisSection } from "./flight-analysis";
import { FlightFacts, FlightHeadlines } from "./flight-facts";
import { FlightView } from "./flight-view";
import { ManageFlight } from "./manage-flight";
import { type FlightPage, readFlightPage } from "./page.server";

export const handle = page({
	titleOf: (loaded, t, { language, classNameOf }) => {
		const { startNumber, name, surname, classType, day } = loaded as FlightPage;
		return `${t("igc.flight.title")}: ${startNumber} ${name} ${surname}, ${classNameOf(classType)}, ${formatDay(day, language)}`;
	},
	sharedOf: (loaded) => ({ kind: "flight", id: (loaded as FlightPage).id }),
	cached: [],
});

export async function loader({ params, context: { ctx, version } }: LoaderFunctionArgs) {
	const page = await readFlightPage(ctx, params.igcFileId ?? "");
	if (!page.ok) throw errorPage(page.reason);
	return { version, ...page.value };
}

/** Receives the forms of this page and of the list of a day. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "logs");
	const form = bodyOf(await readForm(request));
	const id = params.igcFileId ?? "";
	const intent = form.get("intent");
	const fields = Object.fromEntries(form);
	const back = ownPath(form.get("returnTo") ?? `/igc/${id}`);

	if (intent === "download") {
		const link = await downloadIgc(ctx, String(fields.versionId ?? ""));
		if (!link.ok) throw errorPage(link.reason);
		return redirect(link.value, 303);
	}
	const changed = await change(ctx, id, fields);
	if (changed.ok && intent === "flags") {
		// A new document would scroll to its top, away from the flight.
		const isDocument = request.headers.get("Sec-Fetch-Dest") === "document";
		return redirect(isDocument ? `${back}#flight-${id}` : back, 303);
	}
	if (changed.ok) {
		const decided = typeof intent === "string" && Object.hasOwn(decisions, intent);
		const done = decided ? "decide" : intent === "restore" ? "restore" : "reassign";
		return redirectWithFlash(back, `igc.${done}.success`);
	}
	if (changed.reason === "not-found") throw errorPage(changed.reason);
	return redirectRefused(back, changed.reason, `server.${changed.reason}`);
}

const aboutVersion =
	(decide: (ctx: StaffCtx<"logs">, versionId: string) => Promise<Result<unknown>>) =>
	(
		ctx: StaffCtx<"logs">,
		_: string,
		fields: Record<string, unknown>,
	): Promise<Result<unknown>> | Result<unknown> => {
		const parsed = versionSchema.safeParse(fields);
		return parsed.success ? decide(ctx, parsed.data.versionId) : refuse("invalid-fields");
	};

/** The decisions of an organiser about one version or the flight, by intent. */
const decisions = {
	confirm: aboutVersion(confirmByOrganiser),
	unconfirm: aboutVersion(takeBackConfirmation),
	"take-back": aboutVersion(takeBackDiscard),
	discard: (ctx: StaffCtx<"logs">, _: string, fields: Record<string, unknown>) => {
		const parsed = discardSchema.safeParse(fields);
		return parsed.success
			? discardLog(ctx, parsed.data.versionId, parsed.data.reason)
			: refuse("invalid-fields");
	},
	"discard-flight": (ctx: StaffCtx<"logs">, id: string, fields: Record<string, unknown>) => {
		const parsed = discardFlightSchema.safeParse(fields);
		return parsed.success ? discardFlight(ctx, id, parsed.data.reason) : refuse("invalid-fields");
	},
	"take-back-flight": takeBackFlight,
	"unset-clock": (ctx: StaffCtx<"logs">, _: string, fields: Record<string, unknown>) => {
		const parsed = clockSchema.safeParse(fields);
		const reason = textsOf(ctx.language).t("igc.clock.takeBack.reason");
		return parsed.success ? setClock(ctx, { ...parsed.data, shift: 0, reason }) : refuse("invalid-fields");
	},
};

async function change(
	ctx: StaffCtx<"logs">,
	id: string,
	fields: Record<string, unknown>,
): Promise<Result<unknown>> {
	if (fields.intent === "flags") {
		const parsed = igcFlagsSchema.safeParse(fields);
		if (!parsed.success) return refuse("invalid-fields");
		return setIgcFlags(ctx, id, parsed.data, parsed.data.seenVersionId);
	}
	const decision = decisions[fields.intent as keyof typeof decisions];
	if (decision) return decision(ctx, id, fields);
	if (fields.intent === "restore") {
		const parsed = restoreSchema.safeParse(fields);
		return parsed.success
			? restoreIgc(ctx, parsed.data.versionId, parsed.data.seenVersionId)
			: refuse("invalid-fields");
	}
	const parsed = reassignSchema.safeParse(fields);
	return fields.intent === "reassign" && parsed.success
		? moveFlight(ctx, id, { ...parsed.data, by: "organiser" })
		: refuse("invalid-fields");
}

export const clientLoader = loadFresh;

export default function OneFlightPage() {
	const { t, language, classNameOf } = useTexts();
	const flight = useFreshData<typeof loader>().data;
	return (
		<div className="stack">
			<div className="page-head lg:mb-4">
				<div className="flex-wrap items-baseline gap-x-4 lg:flex">
					<h1>
						<span className="start-number">{flight.startNumber}</span> {flight.name} {flight.surname}
					</h1>
					<p>
						{classNameOf(flight.classType)} · {formatDay(flight.day, language)}
						{flight.flightNumber > 1 && `, ${t("igc.flightNumber", { number: flight.flightNumber })}`}
					</p>
				</div>
				<div className="button-row no-print">
					{flight.analysis && (
						<AppLink className="button" to={comparePath(flight.id)}>
							{t(flight.leader ? "analysis.compareBest" : "analysis.compareOther")}
						</AppLink>
					)}
					{flight.replay && (
						<AppLink className="button" to={flight.replay}>
							<Icon name="play" />
							{t("igc.flight.replay")}
						</AppLink>
					)}
					<AppLink
						className="button"
						to={resultsPath({ view: "daily", classId: flight.classId, dayId: flight.dayId })}
					>
						{t("nav.results")}
					</AppLink>
					<ShareButton />
				</div>
			</div>
			<DayStrip days={flight.strip} />
			{flight.setClock && <p className="notice notice-info">{flight.setClock}</p>}
			<FlightHeadlines flight={flight} />
			<div className="flight grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:mt-3 lg:grid-cols-[minmax(0,1fr)_21rem]">
				<FlightView key={flight.id} flight={flight} />
				<FlightFacts flight={flight} />
			</div>
			<FlightAnalysisSection flight={flight} />
			{flight.organisers && <ManageFlight flight={flight} organisers={flight.organisers} />}
		</div>
	);
}
