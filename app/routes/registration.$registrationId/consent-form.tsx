import { HoldsFrom } from "~/components/entry/holds-from";
import { RequestedChange } from "~/components/entry/requested-change";
import { MovedPoints } from "~/components/scoring/moved-points";
import { buttonClass } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import type { HoldingChoice } from "~/lib/entries/holding-choice.server";
import type { ChangedField } from "~/lib/entries/requested-change";
import type { ConsentReply } from "./actions.server";

interface ConsentFormProps {
	readonly changes: readonly ChangedField[];
	/** Version of the entry. */
	readonly version: number;
	/** Null as long as the change is about no day. */
	readonly holding: HoldingChoice | null;
	readonly reply: ConsentReply | undefined;
}

/** Makes or refuses what the competitor asks for, and says from which day it holds. */
export function ConsentForm({ changes, version, holding, reply }: ConsentFormProps) {
	const { t } = useTexts();
	return (
		<form method="post" className="notice notice-warning no-print mb-6" id="consent">
			<p className="notice-title">{t("startingList.change.title")}</p>
			<RequestedChange changes={changes} />
			<input type="hidden" name="version" value={version} />
			{holding && (
				<HoldsFrom
					field={{ id: "consent-from", name: "from", initialValue: reply?.from ?? holding.usual }}
					choice={holding}
				/>
			)}
			{reply && <MovedPoints words={reply.moved} />}
			<div className="button-row">
				{(["accept", "refuse"] as const).map((decision) => (
					<button
						key={decision}
						type="submit"
						className={buttonClass(false)}
						name="intent"
						value={`${decision}-change`}
					>
						{t(`startingList.change.${decision}`)}
					</button>
				))}
			</div>
		</form>
	);
}
