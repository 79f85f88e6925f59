import { Form } from "@remix-run/react";
import { countChange } from "~/browser/queue/queue-state";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting";
import { useTexts } from "~/components/use-texts";
import type { FlightRow } from "~/lib/flights/flight-row";

interface DownloadButtonProps {
	readonly igcFileId: string;
	readonly versionId: string;
	readonly label: string;
}

/** Milliseconds. The response is a file, so the page stays and reads the changed flags later. */
const readAfter = 2_000;

export function DownloadButton({ igcFileId, versionId, label }: DownloadButtonProps) {
	const { t } = useTexts();
	return (
		<Form
			method="post"
			action={`/igc/${igcFileId}`}
			reloadDocument
			onSubmit={() => setTimeout(countChange, readAfter)}
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
	readonly flight: Pick<FlightRow, "id" | "versionId" | "downloaded" | "processed">;
	readonly flag: "downloaded" | "processed";
	/** Path of the page that the form leads back to. */
	readonly back: string;
}

export function FlagButton({ flight, flag, back }: FlagButtonProps) {
	const { t } = useTexts();
	const target = `${flag}-${flight.id}`;
	const { value, wanted, tap } = useQueuedField(target, flag, flight[flag] ? "on" : "off");
	const pressed = value === "on";
	return (
		<ActionForm
			action={`/igc/${flight.id}`}
			errorText={t("error.generic")}
			target={target}
			tap={{ field: flag, refused: tap.refused }}
			values={{ seenVersionId: flight.versionId, returnTo: back, [flag]: pressed ? "off" : "on" }}
		>
			<button
				type="submit"
				className="button"
				name="intent"
				value="flags"
				aria-pressed={pressed}
				data-waits={wanted === null ? undefined : ""}
			>
				{t(`igc.flag.${flag}`)}
				{wanted !== null && <WaitingMark />}
			</button>
		</ActionForm>
	);
}
