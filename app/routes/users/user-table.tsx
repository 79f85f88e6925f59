import { Form } from "@remix-run/react";
import { EmailAddress } from "~/components/email-address";
import { Icon } from "~/components/icon";
import { SearchField } from "~/components/search-field";
import { useTexts } from "~/components/use-texts";
import { matcherOf } from "~/lib/i18n/word-search";
import type { Role } from "~db/enums";

interface UserTableProps {
	/** Accounts sorted by surname. */
	readonly users: readonly {
		readonly id: string;
		readonly name: string;
		readonly surname: string;
		readonly email: string;
		readonly role: Role | null;
		/** False if the account must set a new password before its next login. */
		readonly passwordValid: boolean;
		/** Whether the owner has confirmed the address. */
		readonly verified: boolean;
	}[];
	/** Words to find in names and addresses. */
	readonly q: string;
}

export function UserTable({ users, q }: UserTableProps) {
	const { t } = useTexts();
	const matches = matcherOf(q);
	const found = users
		.filter(({ name, surname, email }) => matches([name, surname, email]))
		.toSorted((a, b) => Number(b.role !== null) - Number(a.role !== null));
	return (
		<div>
			<Form method="get" action="/users" className="toolbar" role="search" autoComplete="off">
				<SearchField id="users-q" label={t("users.search")} q={q} nothingFound={t("users.nothingFound")} />
				<button type="submit" className="button">
					{t("list.show")}
				</button>
			</Form>
			{found.length === 0 ? <p className="empty">{t("users.nothingFound")}</p> : <People users={found} />}
		</div>
	);
}

function CountedPeople({ users }: Pick<UserTableProps, "users">) {
	const { t } = useTexts();
	const organisers = users.filter(({ role }) => role).length;
	return (
		<caption>
			{t("users.count.organisers", { count: organisers })},{" "}
			{t("users.count.others", { count: users.length - organisers })}
		</caption>
	);
}

/** No `DataTable`: its caption counts the accounts, and its cards stand in two columns and hide the usual states. */
function People({ users }: Pick<UserTableProps, "users">) {
	const { t } = useTexts();
	return (
		<table className="data-table" role="table">
			<CountedPeople users={users} />
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
				{users.map(({ id, name, surname, email, role, passwordValid, verified }) => (
					<tr
						key={id}
						role="row"
						className="max-md:mb-2 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:px-3 max-md:py-2"
					>
						<th role="rowheader" scope="row" id={`user-${id}`} className="max-md:p-0">
							{`${surname} ${name}`}{" "}
							{role && (
								<span className="badge bg-action text-on-action shadow-none">{t(`role.${role}`)}</span>
							)}
						</th>
						<td role="cell" className="max-md:p-0">
							<a href={`mailto:${mailtoAddress(email)}`}>
								<EmailAddress address={email} />
							</a>
							{!verified && <span className="chip chip-warning">{t("users.email.unverified")}</span>}
						</td>
						<td role="cell" className={passwordValid ? "max-md:sr-only" : "max-md:p-0"}>
							<span className={`chip ${passwordValid ? "chip-success" : "chip-warning"}`}>
								<Icon name={passwordValid ? "check" : "warning"} />
								{t(passwordValid ? "users.password.valid" : "users.password.invalid")}
							</span>
						</td>
						<td role="cell" className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:p-0">
							<a className="button" href={`/users?to=${id}#message`} aria-describedby={`user-${id}`}>
								<Icon name="mail" />
								<span className="max-md:sr-only">{t("users.message.write")}</span>
							</a>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** Escapes an e-mail address for a `mailto:` link (RFC 6068). */
export function mailtoAddress(email: string): string {
	return encodeURIComponent(email).replace("%40", "@");
}
