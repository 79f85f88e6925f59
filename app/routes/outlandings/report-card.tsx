import { useTranslation } from "react-i18next";
import { Phones } from "~/components/desk/phones";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useClassName } from "~/components/use-class-name";
import { useLanguage } from "~/components/use-language";
import { pragueDate } from "~/lib/editions/prague-time";
import { gliderName } from "~/lib/entries/gliders";
import { formatChangeTime, formatTime } from "~/lib/i18n/format-dates";
import { outlandingStates } from "~db/enums";
import type { DeskRow, OwnRow } from "./outlandings-page.server";

interface ReportCardProps {
	readonly report: DeskRow;
	/** Local date. */
	readonly today: string;
}

/** A report as organisers see it: the number to call, the field to drive to, and the state of the retrieve. */
export function ReportCard({ report, today }: ReportCardProps) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	const { id, startNumber, fullName, isProposed, isHurt, crewOnWay, phones, note, sender } = report;
	const createdAt = new Date(report.createdAt);
	const time = (pragueDate(createdAt) === today ? formatTime : formatChangeTime)(createdAt, language);
	return (
		<li className="card bg-surface grid content-start gap-2" id={`outlanding-${id}`}>
			<h2>
				{startNumber} {fullName}
			</h2>
			<p className="muted">
				{classNameOf(report.classType)} · {gliderName(report.gliderType)},{" "}
				<span className="unbroken">{report.registrationNumber}</span>
			</p>
			<p className="button-row">
				{isProposed && <span className="chip chip-warning">{t("outlanding.isProposed")}</span>}
				<span className={`chip ${isHurt ? "chip-danger" : ""}`}>
					{t(`outlanding.condition.${isHurt ? "hurt" : "well"}`)}
				</span>
				{crewOnWay && <span className="chip">{t("outlanding.crewOnWay")}</span>}
			</p>
			<FieldPlace report={report} />
			<Phones phones={phones} of={report.registrationId} />
			{note && <p className="whitespace-pre-line">{note}</p>}
			{report.card.length > 0 && <p>{report.card.join(", ")}</p>}
			<p className="muted">{t("outlanding.by", { sender: t(`outlanding.sender.${sender}`), time })}</p>
			{isProposed ? <Decision id={id} /> : <States report={report} />}
		</li>
	);
}

/** Where the field is, with a link to a map for the crew. */
export function FieldPlace({ report }: { readonly report: OwnRow }) {
	const { t } = useTranslation();
	const { position, place, near } = report;
	return (
		<>
			{near && <p>{t("outlanding.near", { place: near })}</p>}
			{place && <p>{place}</p>}
			{position ? (
				<p>
					<a className="unbroken" href={mapAddress(position)}>
						{position.text}
					</a>{" "}
					<a href={`geo:${position.latitude},${position.longitude}`}>{t("outlanding.navigate")}</a>{" "}
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

function Decision({ id }: { readonly id: string }) {
	const { t } = useTranslation();
	return (
		<ActionForm action={path} errorText={t("competitorStatus.update.error")}>
			<input type="hidden" name="id" value={id} />
			<p className="button-row no-print">
				<button type="submit" className="button" name="intent" value="confirm">
					<Icon name="check" />
					{t("outlanding.confirm")}
				</button>
				<button type="submit" className="button" name="intent" value="dismiss">
					{t("outlanding.dismiss")}
				</button>
			</p>
		</ActionForm>
	);
}

/** The states from the report to the airfield. Any state can be set, so that a wrong tap can be taken back. */
function States({ report: { id, state, fullName } }: Pick<ReportCardProps, "report">) {
	const { t } = useTranslation();
	return (
		<>
			<ActionForm action={path} errorText={t("competitorStatus.update.error")}>
				<input type="hidden" name="intent" value="state" />
				<input type="hidden" name="id" value={id} />
				<input type="hidden" name="seen" value={state} />
				<fieldset className="button-row no-print" aria-label={fullName}>
					{outlandingStates.map((one) => (
						<button
							key={one}
							type="submit"
							className="button"
							name="state"
							value={one}
							aria-pressed={one === state}
						>
							{t(`outlanding.state.${one}`)}
						</button>
					))}
				</fieldset>
			</ActionForm>
			<details className="no-print">
				<summary>{t("outlanding.wrong")}</summary>
				<ActionForm action={path} errorText={t("competitorStatus.update.error")}>
					<input type="hidden" name="id" value={id} />
					<button type="submit" className="button" name="intent" value="dismiss">
						{t("outlanding.dismiss")}
					</button>
				</ActionForm>
			</details>
		</>
	);
}
