import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";

export interface PhonesProps {
	/** Null for somebody who works by a link. */
	readonly phones: readonly string[] | null;
	/** Id of the entry that the numbers belong to; needed where they may be null. */
	readonly of?: string;
}

interface PhoneLinkProps {
	readonly phone: string;
	readonly className?: string;
}

export function PhoneLink({ phone, className = "unbroken" }: PhoneLinkProps) {
	return (
		<a className={className} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
			{phone}
		</a>
	);
}

/** Numbers to call by a tap. Somebody who works by a link asks for them by a button, as that is recorded. */
export function Phones({ phones, of }: PhonesProps) {
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
		</p>
	);
}
