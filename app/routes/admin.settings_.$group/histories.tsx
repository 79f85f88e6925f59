import { ActionForm } from "~/components/queue/action-form";
import type { GroupPage } from "./page.server";

interface HistoriesProps {
	readonly histories: GroupPage["histories"];
	readonly title: string;
	readonly group: string;
	readonly seen: number;
	/** Whether an earlier value can be set again. */
	readonly isOpen: boolean;
	readonly errorText: string;
}

/** The earlier values of the settings that were changed, each with a button that sets it again. */
export function Histories({ histories, title, group, seen, isOpen, errorText }: HistoriesProps) {
	if (histories.length === 0) return null;
	return (
		<section aria-labelledby="history">
			<h2 id="history">{title}</h2>
			{histories.map(({ key, name, restore, versions }) => (
				<div key={key} className="card mt-4">
					<h3>{name}</h3>
					<ul>
						{versions.map(({ version, text, source, holds }) => (
							<li key={version} className="mt-4">
								<p>{holds ? <strong>{text}</strong> : text}</p>
								<p className="muted">{source}</p>
								{isOpen && !holds && (
									<ActionForm
										action={`/admin/settings/${group}`}
										errorText={errorText}
										values={{ restore: key, version, seen }}
									>
										<button type="submit" className="button" aria-label={`${restore}: ${text}`}>
											{restore}
										</button>
									</ActionForm>
								)}
							</li>
						))}
					</ul>
				</div>
			))}
		</section>
	);
}
