import { showToast } from "~/browser/toasts";
import { useHydrated } from "~/components/use-hydrated";
import { useTexts } from "~/components/use-texts";
import type { PaymentLine } from "~/lib/entries/payment";
import type { PaymentWay } from "./page.server";

interface PaymentBoxProps {
	readonly ways: readonly PaymentWay[];
	/** That one of several ways is enough; null for a single one. */
	readonly choice: string | null;
}

/** What is to be paid: the QR code for another phone, and all that is in it as text, which the same phone copies or saves. */
export function PaymentBox({ ways, choice }: PaymentBoxProps) {
	const { t } = useTexts();
	return (
		<section className="card mb-6" aria-labelledby="payment">
			<h2 id="payment">{t("registration.payment.title")}</h2>
			{choice && <p>{choice}</p>}
			{ways.map(({ kind, title, code, alt, lines }) => (
				<div key={kind} className="payment-way">
					{title && <h3 className="payment-title">{title}</h3>}
					{code && (
						<div>
							<img src={code} alt={alt} width="220" height="246" />
							<p className="no-print mt-2">
								<a className="button" href={`/registration/payment.png?code=${kind}`} download>
									{t("registration.payment.save")}
								</a>
							</p>
						</div>
					)}
					{lines.length > 0 && (
						<dl className="facts payment-lines">
							{lines.map((line) => (
								<Line key={line.name} {...line} />
							))}
						</dl>
					)}
				</div>
			))}
		</section>
	);
}

/** A line with a button that copies it. Without scripts a tap selects the whole value. */
function Line({ name, value, copied }: PaymentLine) {
	const { t } = useTexts();
	const hydrated = useHydrated();
	const copy = async (text: string) => {
		try {
			await navigator.clipboard.writeText(text);
			showToast("success", t("registration.payment.copied", { name }), "copy");
		} catch {
			showToast("error", t("registration.payment.notCopied"), "copy");
		}
	};
	return (
		<>
			<dt>{name}</dt>
			<dd>
				<span className="payment-value">{value}</span>
				{hydrated && copied && (
					<button type="button" className="button no-print" onClick={() => copy(copied)}>
						{t("registration.payment.copy")}
						<span className="sr-only">{`: ${name}`}</span>
					</button>
				)}
			</dd>
		</>
	);
}
