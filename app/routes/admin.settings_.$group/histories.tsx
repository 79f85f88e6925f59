import { HiddenValues } from "~/components/hidden-values";
import type { GroupPage } from "./page.server";

interface HistoriesProps {
	readonly histories: GroupPage["histories"];
	readonly undo: GroupPage["undo"];
	readonly title: string;
	readonly seen: number;
	/** Whether an earlier value can be set again. */
	readonly isOpen: boolean;
}

/** The earlier values of the settings that were changed, each with a button that sets it again. */
export function Histories({ histories, undo, title, seen, isOpen }: HistoriesProps) {
	if (histories.length === 0) return null;
	return (
		<section aria-labelledby="history">
			<h2 id="history">{title}</h2>
			{isOpen && undo && (
				<form method="post" encType="multipart/form-data">
					<HiddenValues values={{ undo: "last", seen }} />
					<p>{undo.what}</p>
					<button type="submit" className="button">
						{undo.press}
					</button>
				</form>
			)}
			{histories.map(({ key, name, restore, versions }) => (
				<div key={key} className="card mt-4">
					<h3>{name}</h3>
					<ul>
						{versions.map(({ version, text, source, holds }) => (
							<li key={version} className="mt-4">
								<p>{holds ? <strong>{text}</strong> : text}</p>
								<p className="muted">{source}</p>
								{isOpen && !holds && (
									// The page reads itself again after a form that is sent as a document, as after the one above.
									<form method="post" encType="multipart/form-data">
										<HiddenValues values={{ restore: key, version, seen }} />
										<button type="submit" className="button" aria-label={`${restore}: ${text}`}>
											{restore}
										</button>
									</form>
								)}
							</li>
						))}
					</ul>
				</div>
			))}
		</section>
	);
}
