import type { SerializeFrom } from "@remix-run/cloudflare";
import type { CrewQuestion } from "~/lib/days/say-crew.server";
import { SelectField } from "./app-form";

interface CrewFormProps {
	readonly question: SerializeFrom<CrewQuestion>;
	/** The entry, where the page is about several. */
	readonly registrationId?: string;
}

/** Asks who of an entry with two pilots has flown. Its texts come from the server. */
export function CrewForm({ question, registrationId }: CrewFormProps) {
	const { title, submit, chosen, options } = question;
	return (
		<form method="post" className="toolbar no-print">
			{registrationId && <input type="hidden" name="registrationId" value={registrationId} />}
			<SelectField
				field={{ id: "crew", name: "crew", initialValue: chosen }}
				label={title}
				none={null}
				options={options}
			/>
			<button type="submit" className="button" name="intent" value="crew">
				{submit}
			</button>
		</form>
	);
}
