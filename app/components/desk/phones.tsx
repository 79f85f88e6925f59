import { Icon } from "~/components/icon";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";

interface PhonesProps {
	readonly phones: readonly string[];
	/** Id of the entry that the numbers belong to, if somebody who works by a link may ask for them. */
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

/** Numbers to call by a tap. Whoever works by a link asks for them, as that is noted. */
export function Phones({ phones, of }: PhonesProps) {
	const { t } = useTexts();
	const root = useRootData();
	if (of !== undefined && root?.isOnDuty && !root.user?.admin) {
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
