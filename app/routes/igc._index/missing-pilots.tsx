import { useTranslation } from "react-i18next";
import type { OrganisersDay } from "./igc-page.server";

type Pilots = OrganisersDay["classes"][number]["missing"];

/** Who has brought no log of the day yet, with the number to call. */
export function MissingPilots({ pilots }: { readonly pilots: Pilots }) {
	const { t } = useTranslation();
	if (pilots.length === 0) return null;
	return (
		<details>
			<summary>{t("igc.missing.title", { count: pilots.length })}</summary>
			<ul className="lined mt-2">
				{pilots.map(({ id, startNumber, name, surname, phone }) => (
					<li key={id} className="numbered">
						<span className="start-number">{startNumber}</span>{" "}
						<span>
							{name} {surname},{" "}
							<a className="unbroken" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
								{phone}
							</a>
						</span>
					</li>
				))}
			</ul>
		</details>
	);
}
