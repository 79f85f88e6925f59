import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../app-link";
import { Icon } from "../icon";
import type { RootData } from "../use-root-data";
import { BarMenu } from "./bar-menu";

/** Who is logged in and what they can do with their account; for visitors, the ways in. */
export function AccountMenu({ user }: { readonly user: RootData["user"] }) {
	const { t } = useTranslation();
	if (!user) {
		return (
			<ul className="site-account">
				<li>
					<AppLink className="bar-item" to="/login">
						{t("nav.login")}
					</AppLink>
				</li>
				<li>
					<AppLink className="bar-item" to="/signup">
						{t("nav.signup")}
					</AppLink>
				</li>
			</ul>
		);
	}
	return (
		<BarMenu
			label={
				<>
					<Icon name="person" />
					<span className="account-name">{`${user.name} ${user.surname}`}</span>
					{user.admin && <span className="badge badge-admin">{t("nav.adminBadge")}</span>}
				</>
			}
		>
			<li>
				<AppLink className="bar-item" to="/user-profile">
					{t("nav.profile")}
				</AppLink>
			</li>
			<li>
				<AppLink className="bar-item" to="/change-password">
					{t("nav.changePassword")}
				</AppLink>
			</li>
			<li>
				<Form method="post" action="/logout" reloadDocument>
					<button type="submit" className="bar-item">
						{t("nav.logout")}
					</button>
				</Form>
			</li>
		</BarMenu>
	);
}
