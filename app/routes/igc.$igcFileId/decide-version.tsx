import { useTranslation } from "react-i18next";
import { limits } from "~/lib/forms/limits";
import type { FlightPage } from "./flight-page.server";

type Version = NonNullable<FlightPage["organisers"]>["versions"][number];

interface DecideVersionProps {
	readonly version: Version;
	/** Whether it is the one that counts. */
	readonly isCurrent: boolean;
}

/** What an organiser decides about a stored log: whether it is right, or discarded; each is taken back by one press. */
export function DecideVersion({ version, isCurrent }: DecideVersionProps) {
	const { t } = useTranslation();
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

/** What an organiser decides about a flight with all its logs, where it has several. */
export function DecideFlight({ versions }: { readonly versions: readonly Version[] }) {
	const { t } = useTranslation();
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
	const { t } = useTranslation();
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
