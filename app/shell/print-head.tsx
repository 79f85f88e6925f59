import type { RootData } from "~/components/use-root-data";

interface PrintHeadProps {
	readonly root: RootData;
	/** Name of the page; empty for home. */
	readonly page: string;
}

/** The first line on paper: competition, page, date and time. The page's script sets the time of the print; without scripts the browser has it in its own margin. */
export function PrintHead({ root, page }: PrintHeadProps) {
	return (
		<p className="print-head">
			<strong>{root.edition.title}</strong> <span>{page}</span> <span data-printed>{root.date}</span>
		</p>
	);
}
