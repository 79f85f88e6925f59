import { RequestedChange } from "~/components/entry/requested-change";
import { useTexts } from "~/components/use-texts";
import type { EntryState } from "~/lib/entries/entry-state";
import type { ChangedField } from "~/lib/entries/requested-change";

const tones: Record<EntryState, string> = {
	waiting: "notice-info",
	reserve: "notice-warning",
	"to-pay": "notice-warning",
	paid: "notice-success",
	accepted: "notice-success",
	withdrawn: "notice-info",
};

interface EntryStateNoticeProps {
	readonly state: EntryState;
	/** Null for who is no accepted reserve. */
	readonly reservePlace: number | null;
}

export function EntryStateNotice({ state, reservePlace }: EntryStateNoticeProps) {
	const { t } = useTexts();
	return (
		<section className={`notice ${tones[state]}`} aria-labelledby="entry-state">
			<p className="notice-title" id="entry-state">
				{t(`registration.state.${state}.title`, { place: reservePlace })}
			</p>
			<p>{t(`registration.state.${state}.next`)}</p>
		</section>
	);
}

interface WaitingChangeProps {
	readonly changes: readonly ChangedField[];
	readonly open: boolean;
}

/** The changes of an accepted entry that wait for an organiser's consent. */
export function WaitingChange({ changes, open }: WaitingChangeProps) {
	const { t } = useTexts();
	return (
		<section className="notice notice-warning" aria-labelledby="waiting-change">
			<p className="notice-title" id="waiting-change">
				{t("registration.change.title")}
			</p>
			<RequestedChange changes={changes} />
			<p>{t("registration.change.next")}</p>
			{open && (
				<form method="post" action="/registration" className="no-print">
					<button type="submit" className="button" name="intent" value="withdraw-change">
						{t("registration.change.withdraw")}
					</button>
				</form>
			)}
		</section>
	);
}
