import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";
import { formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import type { ClassType } from "~db/enums";
import { PilotName } from "./pilot-name";

interface PodiumRow {
	/** Id of the entry; null for a result without an entry. */
	readonly registrationId: string | null;
	readonly place: number;
	readonly startNumber: string | null;
	readonly name: string;
	readonly points: number;
	/** Null or absent where the source does not state it. */
	readonly speedKmh?: number | null;
}

interface PodiumProps {
	readonly rows: readonly PodiumRow[];
	readonly label: string;
	readonly classType: ClassType;
	/** Places may still change, so they have no medals. */
	readonly mayChange?: boolean;
}

/** The first places with their medals; more than three when a place is shared. */
export function Podium({ rows, label, classType, mayChange }: PodiumProps) {
	const { t, language } = useTexts();
	return (
		<ol className="podium @container divide-y divide-line" aria-label={label}>
			{rows.map(({ registrationId, place, startNumber, name, points, speedKmh }) => (
				<li
					key={`${startNumber ?? ""}/${name}`}
					className="flex items-center gap-2 py-1 @max-[12rem]:flex-wrap md:py-1.5"
				>
					<Medal place={place} label={t("day.place", { place })} mayChange={mayChange} />
					<span className="podium-name flex min-w-0 flex-1 items-center gap-1 font-semibold">
						{startNumber && <PilotNumber>{startNumber}</PilotNumber>}{" "}
						<span className="leading-tight">
							<PilotName pilot={{ id: registrationId, startNumber, classType, name }} />
							{speedKmh != null && (
								<span className="block text-small font-normal text-muted">
									{t("day.speed", { speed: formatSpeed(speedKmh, language) })}
								</span>
							)}
						</span>
					</span>
					<strong className="podium-points whitespace-nowrap tabular-nums">
						{t("day.points", { count: points, points: formatPoints(points, language) })}
					</strong>
				</li>
			))}
		</ol>
	);
}

interface MedalProps extends Pick<PodiumProps, "mayChange"> {
	readonly place: number;
	/** Text that is read aloud instead of the bare number. */
	readonly label?: string;
}

/** A place in a disc, in the colour of its metal unless it may still change. */
export function Medal({ place, label, mayChange = false }: MedalProps) {
	return (
		<span
			className={`medal mx-auto grid size-7.5 flex-none place-items-center rounded-full font-bold tabular-nums ${mayChange ? "" : `podium-${place}`}`}
		>
			{label && <span className="sr-only">{label}</span>}
			<span aria-hidden={label ? "true" : undefined}>{place}</span>
		</span>
	);
}

/** The start number before a name. A name that breaks into lines stays beside it. */
export function PilotNumber({ children }: { readonly children: ReactNode }) {
	return <span className="min-w-11.5 flex-none font-extrabold">{children}</span>;
}
