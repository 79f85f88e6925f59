import type { ReactNode } from "react";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { middayOf } from "~/lib/editions/prague-time";
import { crewNames, crewText } from "~/lib/entries/crew";
import { formatDayOf } from "~/lib/i18n/format-dates";
import type { Disqualification } from "~/lib/results/day-result";
import type { Crew, ResultStatus } from "~db/enums";

interface SignedSheetProps {
	/** Class and day. */
	readonly title: string;
	/** The task, or what is summed. */
	readonly summary: string;
	/** Null when others count. */
	readonly status: ResultStatus | null;
	/** Since when, as text. */
	readonly since: string;
	readonly children: ReactNode;
}

/** Results on A4 as a jury signs them: competition, what they are of, how final they are, the table, and lines for signatures. */
export function SignedSheet({ title, summary, status, since, children }: SignedSheetProps) {
	const { t } = useTexts();
	const root = useRootData();
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, so it must be reached by the keyboard
		<article className="signed-sheet stack" tabIndex={0} aria-label={title}>
			<header>
				{/* Paper has it in the head of every page. */}
				<p className="muted print:hidden">{root?.edition.title}</p>
				<h1>{title}</h1>
				<p>{summary}</p>
				{status && (
					<p>
						<strong>{t(`results.status.${status}`)}</strong>, {since}
					</p>
				)}
			</header>
			{children}
			<div className="mt-12 grid break-inside-avoid grid-cols-3 gap-8 *:border-current *:border-t *:pt-1 print:mt-[14mm]">
				{(["scorer", "director", "jury"] as const).map((who) => (
					<p key={who}>{t(`results.signature.${who}`)}</p>
				))}
			</div>
		</article>
	);
}

interface NamedRow {
	readonly competitor: string;
	readonly startNumber: string | null;
	readonly name: string;
	readonly secondPilot: string | null;
	readonly crew?: Crew | null;
}

/** Who flew. Two names take two lines where one is too short. */
export function SheetName({ row }: { readonly row: Omit<NamedRow, "competitor"> }) {
	const [name, other] = crewNames(row);
	return (
		<th scope="row">
			<span>{name}</span>
			{other && (
				<>
					{" / "}
					<span>{other}</span>
				</>
			)}
		</th>
	);
}

interface DisqualifiedProps {
	readonly rows: readonly (NamedRow & { readonly disqualification: Disqualification | null })[];
}

/** Who is disqualified from the competition, from which day on and why. */
export function Disqualified({ rows }: DisqualifiedProps) {
	const { t, language } = useTexts();
	const lines = rows.flatMap(({ disqualification, ...row }) => {
		if (!disqualification) return [];
		const { from, reason } = disqualification;
		const day = formatDayOf(middayOf(from), language);
		const who = `${row.startNumber ?? ""} ${crewText(row)}`.trim();
		return [
			{ key: row.competitor, text: t("results.disqualified.line", { who, day, reason: reason ?? "–" }) },
		];
	});
	if (lines.length === 0) return null;
	return (
		<section>
			<h2>{t("results.disqualified")}</h2>
			<ul>
				{lines.map(({ key, text }) => (
					<li key={key}>{text}</li>
				))}
			</ul>
		</section>
	);
}
