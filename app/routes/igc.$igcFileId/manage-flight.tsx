import type { TFunction } from "i18next";
import { SelectField } from "~/components/app-form";
import { HiddenValues } from "~/components/hidden-values";
import { Icon } from "~/components/icon";
import { DownloadButton } from "~/components/igc/flight-buttons";
import { FlightLabels, LogStandingChip, Warnings } from "~/components/igc/flight-labels";
import { useTexts } from "~/components/use-texts";
import { limits } from "~/lib/forms/limits";
import { dayAndDate, formatChangeTime } from "~/lib/i18n/format-dates";
import { formatSize } from "~/lib/i18n/format-number";
import type { FlightPage } from "./page.server";

interface ManageFlightProps {
	readonly flight: FlightPage;
	readonly organisers: NonNullable<FlightPage["organisers"]>;
}

type Version = ManageFlightProps["organisers"]["versions"][number];

export function ManageFlight({ flight, organisers }: ManageFlightProps) {
	const { t } = useTexts();
	const { versions, warnings } = organisers;
	return (
		<section className="section no-print">
			<h2>{t("igc.manage.title")}</h2>
			<div className="stack">
				<FlightLabels flight={organisers.flags} />
				{warnings.length > 0 && (
					<div className="notice notice-warning">
						<p className="notice-title">{t("igc.receipt.warnings")}</p>
						<Warnings texts={warnings} />
					</div>
				)}
				<p className="muted">{organisers.signatures}</p>
				<h3>{t("igc.versions.title")}</h3>
				<ul className="lined">
					{versions.map((version) => (
						<VersionItem key={version.id} version={version} igcFileId={flight.id} organisers={organisers} />
					))}
				</ul>
				<DecideFlight versions={versions} />
				<ReassignForm organisers={organisers} />
			</div>
		</section>
	);
}

interface VersionItemProps extends Pick<ManageFlightProps, "organisers"> {
	readonly version: Version;
	readonly igcFileId: string;
}

/** A stored file of the flight: who has sent it, and what can be done with it. */
function VersionItem({ version, igcFileId, organisers }: VersionItemProps) {
	const { t, language } = useTexts();
	const { versionId, takeBackClock } = organisers;
	return (
		<li className="stack">
			<p>
				{formatChangeTime(version.createdAt, language)}, {version.originalName},{" "}
				{formatSize(version.size, language)}
			</p>
			<p className="button-row">
				<span>{senderText(t, version)}</span>
				<LogStandingChip standing={version.standing} />
			</p>
			<p className="muted wrap-anywhere text-small">SHA-256: {version.sha256}</p>
			<div className="button-row">
				{version.id === versionId && (
					<span className="chip chip-success">
						<Icon name="check" />
						{t("igc.versions.current")}
					</span>
				)}
				{version.isRemoved ? (
					<span className="chip chip-info">{t("igc.versions.removed")}</span>
				) : (
					<DownloadButton
						igcFileId={igcFileId}
						versionId={version.id}
						label={`${t("igc.download")} ${version.originalName}`}
					/>
				)}
				{version.id !== versionId && !version.isRemoved && (
					<form method="post">
						<input type="hidden" name="versionId" value={version.id} />
						<input type="hidden" name="seenVersionId" value={versionId} />
						<button type="submit" className="button" name="intent" value="restore">
							{t("igc.versions.restore")}
						</button>
					</form>
				)}
			</div>
			{version.clockShift !== 0 && !version.isRemoved && (
				<form method="post">
					<HiddenValues values={{ versionId: version.id, seen: String(version.clockShift) }} />
					<button type="submit" className="button" name="intent" value="unset-clock">
						{takeBackClock}
					</button>
				</form>
			)}
			<DecideVersion version={version} isCurrent={version.id === versionId} />
		</li>
	);
}

function senderText(t: TFunction, { sentAs, sender, hasSecondSign }: Version): string {
	if (sentAs === "organiser") return t("igc.sender.organiserNamed", { sender });
	if (sentAs === "pilot") return t("igc.versions.own");
	if (sentAs === "device") return t("igc.sender.device");
	const who = sender === null ? t("igc.versions.visitor") : t("igc.versions.sender", { sender });
	return `${who} ${t(hasSecondSign ? "igc.sender.secondSign" : "igc.sender.noSecondSign")}`;
}

function ReassignForm({ organisers }: { readonly organisers: NonNullable<FlightPage["organisers"]> }) {
	const { t, language } = useTexts();
	const { pilots, days } = organisers;
	return (
		<form method="post" className="card bg-surface">
			<h3>{t("igc.reassign.title")}</h3>
			<p className="field-hint mb-4">{t("igc.reassign.hint")}</p>
			<SelectField
				field={{ id: "reassign-pilot", name: "pilot", initialValue: organisers.pilot }}
				label={t("igc.field.pilot")}
				none={null}
				options={pilots}
			/>
			<SelectField
				field={{ id: "reassign-day", name: "day", initialValue: organisers.day }}
				label={t("igc.field.day")}
				none={null}
				options={days.map((day) => ({ value: day.id, label: dayAndDate(t, day, language) }))}
			/>
			<button type="submit" className="button" name="intent" value="reassign">
				{t("igc.reassign.submit")}
			</button>
		</form>
	);
}

/** The decisions of an organiser about a stored log: it is right, or discarded. One press takes each back. */
function DecideVersion({ version, isCurrent }: { readonly version: Version; readonly isCurrent: boolean }) {
	const { t } = useTexts();
	const { id, confirmation, discardReason, isRemoved } = version;
	const reason = discardReason !== null && (
		<span className="chip chip-warning">{t("igc.discard.reason", { reason: discardReason })}</span>
	);
	if (isRemoved) return reason;
	if (reason) {
		return (
			<form method="post" className="button-row">
				{reason}
				<input type="hidden" name="versionId" value={id} />
				<button type="submit" className="button" name="intent" value="take-back">
					{t("igc.discard.takeBack")}
				</button>
			</form>
		);
	}
	const isConfirmed = confirmation === "organiser";
	return (
		<>
			{isCurrent && (
				<form method="post" className="button-row">
					<input type="hidden" name="versionId" value={id} />
					<button
						type="submit"
						className="button"
						name="intent"
						value={isConfirmed ? "unconfirm" : "confirm"}
					>
						{t(isConfirmed ? "igc.confirm.takeBack" : "igc.confirm.submit")}
					</button>
					<span className="muted">{t(isConfirmed ? "igc.confirm.done" : "igc.confirm.hint")}</span>
				</form>
			)}
			<DiscardForm title={t("igc.discard.title")} intent="discard" versionId={id} />
		</>
	);
}

/** The decisions of an organiser about a flight with all its logs, when it has several. */
function DecideFlight({ versions }: { readonly versions: readonly Version[] }) {
	const { t } = useTexts();
	const stored = versions.filter(({ isRemoved }) => !isRemoved);
	const left = stored.filter(({ discardReason }) => discardReason === null);
	if (stored.length < 2) return null;
	if (left.length > 0) return <DiscardForm title={t("igc.discard.flight.title")} intent="discard-flight" />;
	return (
		<form method="post" className="button-row">
			<button type="submit" className="button" name="intent" value="take-back-flight">
				{t("igc.discard.flight.takeBack")}
			</button>
		</form>
	);
}

interface DiscardFormProps {
	readonly title: string;
	readonly intent: "discard" | "discard-flight";
	/** Absent for a whole flight. */
	readonly versionId?: string;
}

function DiscardForm({ title, intent, versionId }: DiscardFormProps) {
	const { t } = useTexts();
	const id = `reason-${versionId ?? "flight"}`;
	return (
		<details>
			<summary>{title}</summary>
			<form method="post" className="stack">
				{versionId !== undefined && <input type="hidden" name="versionId" value={versionId} />}
				<div className="field">
					<label htmlFor={id}>{t("igc.discard.why")}</label>
					<input id={id} name="reason" required maxLength={limits.reason} />
				</div>
				<p>
					<button type="submit" className="button button-danger" name="intent" value={intent}>
						{t("igc.discard.submit")}
					</button>
				</p>
			</form>
		</details>
	);
}
