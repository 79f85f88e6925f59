import { Form, useFetcher, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import type { FlightRow } from "~/lib/igc/flight-row";

interface DownloadButtonProps {
	readonly igcFileId: string;
	readonly versionId: string;
	readonly label: string;
}

/** The response is a file, which does not change the page, so its data is reloaded a moment later. */
const momentLater = 2_000;

export function DownloadButton({ igcFileId, versionId, label }: DownloadButtonProps) {
	const { t } = useTranslation();
	const { revalidate } = useRevalidator();
	return (
		<Form
			method="post"
			action={`/igc/${igcFileId}`}
			reloadDocument
			onSubmit={() => setTimeout(revalidate, momentLater)}
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
	/** Path of the page to return to. */
	readonly back: string;
}

export function FlagButton({ flight, flag, back }: FlagButtonProps) {
	const { t } = useTranslation();
	const fetcher = useFetcher();
	const sent = fetcher.formData?.get(flag);
	const pressed = sent === undefined || sent === null ? flight[flag] : sent === "on";
	return (
		<fetcher.Form method="post" action={`/igc/${flight.id}`} preventScrollReset>
			<input type="hidden" name="seenVersionId" value={flight.versionId} />
			<input type="hidden" name="returnTo" value={back} />
			<input type="hidden" name={flag} value={pressed ? "off" : "on"} />
			<button
				type="submit"
				className="button"
				name="intent"
				value="flags"
				aria-pressed={pressed}
				// A disabled button would lose the focus.
				onClick={(event) => {
					if (fetcher.state !== "idle") event.preventDefault();
				}}
			>
				{t(`igc.flag.${flag}`)}
			</button>
		</fetcher.Form>
	);
}
