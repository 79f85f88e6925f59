import type { ReactNode } from "react";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { ResultStatus } from "~db/enums";

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
