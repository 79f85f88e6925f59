import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import type { HomeTaskLink } from "./task-links.server";

/** Tasks of the days to come; for organisers, where those are uploaded that are missing. */
export function TaskLinks({ links }: { readonly links: readonly HomeTaskLink[] }) {
	const { t } = useTranslation();
	if (links.length === 0) return null;
	return (
		<ul className="notice notice-info task-links">
			{links.map(({ path, text, sheet }) => (
				<li key={path}>
					<AppLink to={path}>{text}</AppLink>
					{sheet && (
						<>
							{" · "}
							<AppLink to={sheet}>{t("task.sheet")}</AppLink>
						</>
					)}
				</li>
			))}
		</ul>
	);
}
