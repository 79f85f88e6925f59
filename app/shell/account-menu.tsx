import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import type { RootData } from "~/components/use-root-data";
import { BarMenu } from "./bar-menu";
import { BarPage } from "./bar-page";

export function AccountMenu({ user }: { readonly user: RootData["user"] }) {
	const { t } = useTranslation();
	if (!user) {
		return (
			<ul className="site-account">
				<BarPage to="/login" label="nav.login" />
				<BarPage to="/signup" label="nav.signup" />
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
			<BarPage to="/user-profile" label="nav.profile" />
			<BarPage to="/change-password" label="nav.changePassword" />
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
