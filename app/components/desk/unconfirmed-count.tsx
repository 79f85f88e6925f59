import { useTexts } from "~/components/use-texts";

interface UnconfirmedCountProps {
	/** Number of the unconfirmed reports that are shown, and of the rest. */
	readonly shown: number;
	readonly more: number;
	/** Address of all of them; none where the words are a part of a link or a heading. */
	readonly all?: string;
}

/** Says how many unconfirmed reports a pilot has: "3 unconfirmed reports, 37 more". */
export function UnconfirmedCount({ shown, more, all }: UnconfirmedCountProps) {
	const { t } = useTexts();
	const rest = t("desk.unconfirmed.more", { count: more });
	return (
		<>
			{t("desk.unconfirmed", { count: shown })}
			{more > 0 && ", "}
			{more > 0 && (all ? <a href={all}>{rest}</a> : rest)}
		</>
	);
}
