import { useTexts } from "~/components/use-texts";
import { anonymousResult } from "~/lib/accounts/anonymous";
import { pilotPath } from "~/lib/entries/pilot-path";
import type { ClassType } from "~db/enums";
import { AppLink } from "./app-link";
import { Icon } from "./icon";
import { useRootData } from "./use-root-data";

interface LinkedPilot {
	/** Id of the entry; null for a result without an entry. */
	readonly id: string | null;
	readonly startNumber: string | null;
	readonly classType: ClassType;
	readonly name: string;
}

interface PilotNameProps {
	readonly pilot: LinkedPilot;
	/** Whether a button beside the name keeps the pilot in this browser. */
	readonly withStar?: boolean;
}

/** A word that no column has room for. Shorter ones never break. */
const longWord = /\S{25}/;

/** A name leads to the pilot's page, wherever it stands. */
export function PilotName({ pilot, withStar = false }: PilotNameProps) {
	const { id, startNumber, classType, name } = pilot;
	const shared = useRootData()?.sharedNumbers ?? [];
	if (!id || !startNumber || name === anonymousResult.name) return name;
	const link = (
		<AppLink
			className={longWord.test(name) ? "pilot-name wrap-anywhere" : "pilot-name"}
			to={pilotPath({ startNumber, classType }, shared)}
			data-pilot={id}
		>
			{name}
		</AppLink>
	);
	if (!withStar) return link;
	return (
		<>
			<span className="before-star">{link}</span>
			<Star id={id} name={name} />
		</>
	);
}

/**
 * Keeps a pilot in this browser. The page's script presses it; without scripts it is not there. In a row the keyboard passes it: the
 * pilot's page, where the name leads, has it with words.
 */
function Star({ id, name }: { readonly id: string; readonly name: string }) {
	const { t } = useTexts();
	return (
		<button
			type="button"
			className="star needs-scripts"
			data-star={id}
			tabIndex={-1}
			aria-pressed="false"
			aria-label={t("star.label", { name })}
		/>
	);
}

/** The star with words. */
export function StarButton({ id, name }: { readonly id: string; readonly name: string }) {
	const { t } = useTexts();
	return (
		<button
			type="button"
			className="button star-button needs-scripts"
			data-star={id}
			aria-pressed="false"
			aria-label={t("star.label", { name })}
		>
			{t("star.follow")}
		</button>
	);
}

interface FlightLinkProps {
	readonly to: string;
	/** Whose flight it is, or of which day. */
	readonly of: string;
	/** Whether the keyboard gets there by the pilot's page, which lists all flights: a row is one stop then. */
	readonly isSecond?: boolean;
}

/** The map sign leads to the flight. */
export function FlightLink({ to, of, isSecond = false }: FlightLinkProps) {
	const { t } = useTexts();
	return (
		<AppLink className="flight-link print:hidden" to={to} tabIndex={isSecond ? -1 : undefined}>
			<Icon name="map" />
			<span className="sr-only">
				{t("results.flight")}: {of}
			</span>
		</AppLink>
	);
}
