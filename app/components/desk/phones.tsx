import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import type { ShownNumbers } from "~/lib/desk/phones.server";

type PhonesProps = ShownNumbers & {
	/** Id of the entry that the numbers belong to; needed where they may be null. */
	readonly of?: string;
};

interface PhoneLinkProps {
	readonly phone: string;
	/** Words before the number. */
	readonly whose?: string;
	readonly className?: string;
}

export function PhoneLink({ phone, whose, className = "unbroken" }: PhoneLinkProps) {
	return (
		<a className={className} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
			{whose && `${whose}: `}
			{phone}
		</a>
	);
}

/** Numbers to call by a tap. Somebody who works by a link asks for them by a button, as that is recorded. */
export function Phones({ phones, crewPhone, of }: PhonesProps) {
	const { t } = useTexts();
	if (phones === null) {
		return (
			<form method="post" action="/duty">
				<input type="hidden" name="pilot" value={of} />
				<button type="submit" className="button" name="intent" value="phones">
					<Icon name="phone" />
					{t("duty.showPhones")}
				</button>
			</form>
		);
	}
	return (
		<p className="button-row">
			{phones.map((phone) => (
				<PhoneLink key={phone} phone={phone} className="button" />
			))}
			{crewPhone && <PhoneLink phone={crewPhone} whose={t("overdue.card.crewName")} className="button" />}
		</p>
	);
}

/** Numbers in reports that nobody has confirmed. They may be anybody's, so they are no buttons. */
export function TypedPhones({ phones }: { readonly phones: readonly string[] }) {
	const { t } = useTexts();
	if (phones.length === 0) return null;
	return (
		<p>
			{t("desk.phones.typed")}:{" "}
			{phones.map((phone, index) => (
				<span key={phone}>
					{index > 0 && ", "}
					<PhoneLink phone={phone} />
				</span>
			))}
		</p>
	);
}
