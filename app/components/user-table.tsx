import { useTranslation } from "react-i18next";
import { mailtoAddress } from "~/lib/messages/mailto-address";
import { Icon } from "./icon";

interface UserTableProps {
	/** By surname. */
	readonly users: readonly {
		readonly id: string;
		readonly name: string;
		readonly surname: string;
		readonly email: string;
		readonly admin: boolean;
		/** False for an account that must set a new password first. */
		readonly passwordValid: boolean;
	}[];
}

/** Everybody with an account in the edition. */
export function UserTable({ users }: UserTableProps) {
	const { t } = useTranslation();
	return (
		<table className="data-table" role="table">
			<caption>{t("users.count", { count: users.length })}</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th role="columnheader" scope="col">
						{t("users.column.name")}
					</th>
					<th role="columnheader" scope="col">
						{t("users.column.email")}
					</th>
					<th role="columnheader" scope="col">
						{t("users.column.password")}
					</th>
					<th role="columnheader" scope="col">
						{t("users.column.actions")}
					</th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				{users.map(({ id, name, surname, email, admin, passwordValid }) => (
					<tr key={id} role="row">
						<th role="rowheader" scope="row" id={`user-${id}`}>
							{`${surname} ${name}`}{" "}
							{admin && <span className="badge badge-admin">{t("nav.adminBadge")}</span>}
						</th>
						<td role="cell" data-label={t("users.column.email")}>
							<a href={`mailto:${mailtoAddress(email)}`}>{email}</a>
						</td>
						<td role="cell" data-label={t("users.column.password")}>
							<span className={`chip ${passwordValid ? "chip-success" : "chip-warning"}`}>
								<Icon name={passwordValid ? "check" : "warning"} />
								{t(passwordValid ? "users.password.valid" : "users.password.invalid")}
							</span>
						</td>
						<td role="cell">
							<a className="button" href={`/users?to=${id}#message`} aria-describedby={`user-${id}`}>
								{t("users.message.write")}
							</a>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
