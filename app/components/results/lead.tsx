import { useTexts } from "~/components/use-texts";
import { formatPoints } from "~/lib/i18n/format-number";

interface LeadProps {
	/** Rows by place. */
	readonly rows: readonly {
		readonly points: number | null;
		readonly startNumber: string | null;
		readonly name: string;
	}[];
	/** What stands before it in a sentence. */
	readonly before?: string;
}

/** Says who leads, and by how many points; nothing without a lead. */
export function Lead({ rows, before = "" }: LeadProps) {
	const { t, language } = useTexts();
	const [first, second] = rows;
	const lead = first?.points != null && second?.points != null ? first.points - second.points : 0;
	if (!first || lead <= 0) return null;
	const points = t("day.points", { count: lead, points: formatPoints(lead, language) });
	return (
		<>
			{before}
			<span className={first.startNumber ? "unbroken" : undefined}>
				{t("results.lead", { who: first.startNumber ?? first.name, points })}
			</span>
		</>
	);
}
