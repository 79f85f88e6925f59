import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import type { TaskLinkGroup } from "./task-links.server";

/** Tasks of the days to come; for organisers, where those are uploaded that are missing. */
export function TaskLinks({ groups }: { readonly groups: readonly TaskLinkGroup[] }) {
	const { t } = useTranslation();
	if (groups.length === 0) return null;
	return (
		<div className="notice notice-info task-links">
			{groups.map(({ title, links }) => (
				<div key={title}>
					<p className="notice-title">{title}</p>
					<ul>
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
				</div>
			))}
		</div>
	);
}
