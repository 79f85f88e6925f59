import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatSignupTime } from "~/lib/i18n/format-dates";

interface ListedPasskey {
	readonly id: string;
	readonly name: string;
	readonly host: string;
	readonly createdAt: Date;
	readonly lastUsedAt: Date | null;
}

/** Each can be removed. */
export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly ListedPasskey[] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (passkeys.length === 0) return <p className="muted">{t("passkey.none")}</p>;
	return (
		<ul className="session-list">
			{passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => (
				<li key={id}>
					<span className="break-words">
						<strong>{name}</strong>
						{", "}
						{t("passkey.since", { host, time: formatSignupTime(createdAt, language) })}
						{", "}
						{lastUsedAt
							? t("passkey.lastUsed", { time: formatSignupTime(lastUsedAt, language) })
							: t("passkey.neverUsed")}
					</span>
					<form method="post">
						<input type="hidden" name="id" value={id} />
						<button
							type="submit"
							className="button"
							name="intent"
							value="remove"
							aria-label={t("passkey.removeNamed", { name })}
						>
							{t("passkey.remove")}
						</button>
					</form>
				</li>
			))}
		</ul>
	);
}
