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
			<details>
				<summary>{t("igc.discard.title")}</summary>
				<form method="post" className="stack">
					<input type="hidden" name="versionId" value={id} />
					<div className="field">
						<label htmlFor={`reason-${id}`}>{t("igc.discard.why")}</label>
						<input id={`reason-${id}`} name="reason" required maxLength={limits.reason} />
					</div>
					<p>
						<button type="submit" className="button button-danger" name="intent" value="discard">
							{t("igc.discard.submit")}
						</button>
					</p>
				</form>
			</details>
		</>
	);
}
