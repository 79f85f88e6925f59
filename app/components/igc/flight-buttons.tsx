import { Form, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedValue } from "~/components/queue/use-queue";
import type { FlightRow } from "~/lib/igc/flight-row";

interface DownloadButtonProps {
	readonly igcFileId: string;
	readonly versionId: string;
	readonly label: string;
}

/** Milliseconds. The response is a file, so the page stays and reads the changed flags later. */
const revalidateAfter = 2_000;

export function DownloadButton({ igcFileId, versionId, label }: DownloadButtonProps) {
	const { t } = useTranslation();
	const { revalidate } = useRevalidator();
	return (
		<Form
			method="post"
			action={`/igc/${igcFileId}`}
			reloadDocument
			onSubmit={() => setTimeout(revalidate, revalidateAfter)}
		>
			<input type="hidden" name="versionId" value={versionId} />
			<button type="submit" className="button" name="intent" value="download" aria-label={label}>
				<Icon name="download" />
				{t("igc.download")}
			</button>
		</Form>
	);
}

interface FlagButtonProps {
	readonly flight: FlightRow;
	readonly flag: "downloaded" | "processed";
	/** Path of the page that the form leads back to. */
	readonly back: string;
}

export function FlagButton({ flight, flag, back }: FlagButtonProps) {
	const { t } = useTranslation();
	const target = `${flag}-${flight.id}`;
	const pressed = (useQueuedValue(target, flag) ?? (flight[flag] ? "on" : "off")) === "on";
	return (
		<ActionForm action={`/igc/${flight.id}`} errorText={t("error.generic")} target={target}>
			<input type="hidden" name="seenVersionId" value={flight.versionId} />
			<input type="hidden" name="returnTo" value={back} />
			<input type="hidden" name={flag} value={pressed ? "off" : "on"} />
			<button type="submit" className="button" name="intent" value="flags" aria-pressed={pressed}>
				{t(`igc.flag.${flag}`)}
			</button>
		</ActionForm>
	);
}
