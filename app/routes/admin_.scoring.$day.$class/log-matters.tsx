import { Form } from "@remix-run/react";
import { HiddenValues } from "~/components/hidden-values";
import type { LogMatter } from "./log-matters.server";

/** What is to be settled about the logs of a competitor, each by one press. */
export function LogMatters({ matters }: { readonly matters: readonly LogMatter[] }) {
	if (matters.length === 0) return null;
	return (
		<ul className="decisions mb-2 grid gap-2">
			{matters.map(({ registrationId, igcFileId, shift, text, presses }) => (
				<li key={`${igcFileId} ${text}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<span>{text}</span>
					{presses.map(({ intent, label }) => (
						<Form key={intent} method="post">
							<HiddenValues values={{ registrationId, log: igcFileId, shift: String(shift) }} />
							<button type="submit" className="button" name="intent" value={intent}>
								{label}
							</button>
						</Form>
					))}
				</li>
			))}
		</ul>
	);
}
