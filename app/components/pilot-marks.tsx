import { useTexts } from "~/components/use-texts";

export interface Marks {
	/** ISO 3166 alpha-2; null when nobody has said it. */
	readonly nation: string | null;
	readonly isGuest: boolean;
	readonly isDisqualified: boolean;
}

/** What stands behind the name of a pilot, each with a space before it: the letters of the flag, and what the pilot competes as. */
export function PilotMarks({ nation, isGuest = false, isDisqualified = false }: Partial<Marks>) {
	return (
		<>
			{nation && (
				<>
					{" "}
					<span className="muted font-normal text-small">{nation}</span>
				</>
			)}
			{isGuest && (
				<>
					{" "}
					<span className="badge">HC</span>
				</>
			)}
			{isDisqualified && <DisqualifiedBadge />}
		</>
	);
}

/** The registration of a glider, such as OK-1234: it never breaks at its hyphen. */
export function RegistrationNumber({ children }: { readonly children: string }) {
	return <span className="unbroken">{children}</span>;
}

/** A registration within a text. */
export function unbroken(registrationNumber: string): string {
	return registrationNumber.replaceAll("-", "\u2011");
}

/** Its text is looked up where it stands, not in every row. */
function DisqualifiedBadge() {
	const { t } = useTexts();
	return (
		<>
			{" "}
			<span className="badge">{t("startingList.disqualified")}</span>
		</>
	);
}
