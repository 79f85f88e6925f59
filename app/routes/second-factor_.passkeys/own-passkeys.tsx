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

/** Every passkey can be removed. */
export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly ListedPasskey[] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (passkeys.length === 0) return <p className="muted">{t("passkey.none")}</p>;
	return (
		<ul className="session-list divide-y divide-line border-t border-line">
			{passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => (
				<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
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
