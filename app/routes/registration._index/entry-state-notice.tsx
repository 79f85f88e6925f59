import { RequestedChange } from "~/components/entry/requested-change";
import { Facts } from "~/components/facts";
import { useTexts } from "~/components/use-texts";
import type { EntryState } from "~/lib/entries/entry-state";
import { type EntryPayment, paymentRows } from "~/lib/entries/payment";
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

interface PaymentBoxProps {
	readonly payment: EntryPayment;
	/** Path of the picture with the QR code; null for a payment without one. */
	readonly code: string | null;
}

/** The QR code for a banking app, and the same data as text. */
export function PaymentBox({ payment, code }: PaymentBoxProps) {
	const { t, language } = useTexts();
	return (
		<section
			className="card mb-6 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:gap-x-8"
			aria-labelledby="payment"
		>
			<h2 id="payment" className="col-span-full">
				{t("registration.payment.title")}
			</h2>
			{code && (
				<img
					className="max-md:my-4"
					src={code}
					alt={t("registration.payment.code")}
					width="220"
					height="246"
				/>
			)}
			<Facts className={code ? "facts" : "facts col-span-full"} facts={paymentRows(payment, t, language)} />
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
