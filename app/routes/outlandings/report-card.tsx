import type { ReactNode } from "react";
import { textOf } from "~/browser/queue/queue-state";
import { Phones, TypedPhones } from "~/components/desk/phones";
import { UnconfirmedCount } from "~/components/desk/unconfirmed-count";
import { ExternalLink } from "~/components/external-link";
import { Icon } from "~/components/icon";
import { RegistrationNumber } from "~/components/pilot-marks";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField, useWaiting } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting";
import { useTexts } from "~/components/use-texts";
import { gliderName } from "~/lib/entries/gliders";
import { formatDay, formatTimeOn } from "~/lib/i18n/format-dates";
import { outlandingStates } from "~db/enums";
import type { ListedReport, OwnRow, UnconfirmedOfPilot } from "./page.server";

interface ReportCardProps {
	readonly report: ListedReport;
	/** Local date. */
	readonly today: string;
}

/** A report that counts, for the desk: the numbers to call, the field to drive to, and the state of the retrieve. */
export function ReportCard({ report, today }: ReportCardProps) {
	const { t, classNameOf } = useTexts();
	return (
		<li className="card bg-surface grid grid-cols-1 content-start gap-2" id={`outlanding-${report.id}`}>
			<h2>
				{report.startNumber} {report.fullName}
			</h2>
			<p className="muted">
				{classNameOf(report.classType)} · {gliderName(report.gliderType)},{" "}
				<RegistrationNumber>{report.registrationNumber}</RegistrationNumber>
			</p>
			<p className="button-row">
				<Condition report={report} today={today} />
				{report.crewOnWay && !report.isBack && <span className="chip">{t("outlanding.crewOnWay")}</span>}
			</p>
			<FieldPlace report={report} />
			<Phones {...report} of={report.registrationId} />
			{report.note && <p className="whitespace-pre-line">{report.note}</p>}
			{report.card.length > 0 && <p>{report.card.join(", ")}</p>}
			<p className="muted">
				<Sender report={report} today={today} />
			</p>
			<States report={report} />
		</li>
	);
}

interface UnconfirmedCardProps {
	readonly pilot: UnconfirmedOfPilot;
	/** Local date. */
	readonly today: string;
}

/** What others say of a pilot, apart from the pilot's own numbers: a sender may be anybody. */
export function UnconfirmedCard({ pilot, today }: UnconfirmedCardProps) {
	const { t, classNameOf } = useTexts();
	const { registrationId, startNumber, fullName, classType, date, reports, more } = pilot;
	return (
		<li
			className="card bg-surface grid grid-cols-1 content-start gap-2"
			id={`unconfirmed-${date}-${registrationId}`}
		>
			<h3>
				{startNumber} {fullName}
			</h3>
			<p className="muted">
				{classNameOf(classType)} ·{" "}
				<UnconfirmedCount shown={reports.length} more={more} all={`${path}?pilot=${registrationId}`} />
			</p>
			<Phones {...pilot} of={registrationId} />
			<ul className="lined">
				{reports.map((report) => (
					<li key={report.id} className="grid grid-cols-1 gap-2" id={targetOf(report.id)}>
						<p className="button-row">
							<span className="chip chip-warning">{t("outlanding.isProposed")}</span>
							<Condition report={report} today={today} />
							{report.crewOnWay && <span className="chip">{t("outlanding.crewOnWay")}</span>}
						</p>
						<p className="muted">
							<Sender report={report} today={today} />
						</p>
						<FieldPlace report={report} />
						{report.note && <p className="whitespace-pre-line">{report.note}</p>}
						<TypedPhones phones={report.typed} />
						<div className="button-row">
							<Decision report={report} intent="confirm">
								<Icon name="check" />
								{t("outlanding.confirm")}
							</Decision>
							<Decision report={report} intent="dismiss">
								{t("outlanding.dismiss")}
							</Decision>
						</div>
					</li>
				))}
			</ul>
		</li>
	);
}

interface SaidProps {
	readonly report: OwnRow;
	/** Local date. */
	readonly today: string;
}

/** How the pilot is, and the day if it is over: a report of the day before can come today. */
function Condition({ report: { isHurt, date }, today }: SaidProps) {
	const { t, language } = useTexts();
	return (
		<>
			{date !== today && <span className="chip chip-warning">{formatDay(date, language)}</span>}
			<span className={`chip ${isHurt ? "chip-danger" : ""}`}>
				{t(`outlanding.condition.${isHurt ? "hurt" : "well"}`)}
			</span>
		</>
	);
}

/** Who has sent a report, and when. */
function Sender({ report: { sender, createdAt }, today }: SaidProps) {
	const { t, language } = useTexts();
	const time = formatTimeOn(today, new Date(createdAt), language);
	return t("outlanding.by", { sender: t(`outlanding.sender.${sender}`), time });
}

/** Where the field is, with a link to a map for the crew. */
export function FieldPlace({ report }: { readonly report: OwnRow }) {
	const { t } = useTexts();
	const { position, place, near } = report;
	return (
		<>
			{near && <p>{t("outlanding.near", { place: near })}</p>}
			{place && <p>{place}</p>}
			{position ? (
				<p>
					<ExternalLink
						className="inline-flex min-h-11 max-w-full items-center gap-1 wrap-anywhere"
						href={mapAddress(position)}
					>
						{position.text}
					</ExternalLink>{" "}
					<a
						className="inline-flex min-h-11 items-center"
						href={`geo:${position.latitude},${position.longitude}`}
					>
						{t("outlanding.navigate")}
					</a>{" "}
					<span className="muted unbroken">{t("outlanding.fromAirfield", position)}</span>
				</p>
			) : (
				<p className="muted">{t("outlanding.noPosition")}</p>
			)}
		</>
	);
}

function mapAddress({ latitude, longitude }: NonNullable<OwnRow["position"]>): string {
	const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)];
	return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=15/${lat}/${lon}`;
}

const path = "/outlandings";
const targetOf = (id: string) => `outlanding-${id}`;

interface DecisionProps {
	readonly report: OwnRow;
	readonly intent: "confirm" | "dismiss";
	readonly children: ReactNode;
}

/** A tap that waits for a lost connection as all of the desk do. */
function Decision({ report: { id, startNumber, isProposed }, intent, children }: DecisionProps) {
	const { t } = useTexts();
	const waits = useWaiting(targetOf(id)).some((item) => textOf(item, "intent") === intent);
	return (
		<ActionForm
			action={path}
			errorText={t("competitorStatus.update.error")}
			target={targetOf(id)}
			about={startNumber}
			values={{ id, intent, seen: isProposed ? "proposed" : "confirmed" }}
		>
			<button type="submit" className="button no-print" data-waits={waits ? "" : undefined}>
				{children}
				{waits && <WaitingMark />}
			</button>
		</ActionForm>
	);
}

/** The states from the report to the airfield. Any state can be set, so that a wrong tap can be taken back. */
function States({ report }: Pick<ReportCardProps, "report">) {
	const { t } = useTexts();
	const { id, state, startNumber, fullName } = report;
	const { value, wanted, tap } = useQueuedField(targetOf(id), "state", state);
	return (
		<>
			<ActionForm
				action={path}
				errorText={t("competitorStatus.update.error")}
				target={targetOf(id)}
				tap={tap}
				about={startNumber}
				values={{ id }}
			>
				<fieldset className="button-row no-print" aria-label={fullName}>
					{outlandingStates.map((one) => (
						<button
							key={one}
							type="submit"
							className="button"
							name="state"
							value={one}
							aria-pressed={one === value}
							data-waits={one === wanted ? "" : undefined}
						>
							{t(`outlanding.state.${one}`)}
							{one === wanted && <WaitingMark />}
						</button>
					))}
				</fieldset>
			</ActionForm>
			<details className="no-print">
				<summary>{t("outlanding.wrong")}</summary>
				<Decision report={report} intent="dismiss">
					{t("outlanding.dismiss")}
				</Decision>
			</details>
		</>
	);
}
