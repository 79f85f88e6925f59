import { Fragment } from "react";
import { useTexts } from "~/components/use-texts";

export interface Marks {
	/** ISO 3166 alpha-2; null when nobody has said it. */
	readonly nation: string | null;
	readonly isGuest: boolean;
	readonly isDisqualified: boolean;
}

/** What stands behind the name of a pilot, each with a space before it: the letters of the flag, and what the pilot competes as. */
export function PilotMarks({ nation, isGuest = false, isDisqualified = false }: Partial<Marks>) {
	const { t } = useTexts();
	const badges = [...(isGuest ? ["HC"] : []), ...(isDisqualified ? [t("startingList.disqualified")] : [])];
	return (
		<>
			{nation && (
				<>
					{" "}
					<span className="muted font-normal text-small">{nation}</span>
				</>
			)}
			{badges.map((text) => (
				<Fragment key={text}>
					{" "}
					<span className="badge">{text}</span>
				</Fragment>
			))}
		</>
	);
}
